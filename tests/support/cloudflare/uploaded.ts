/** A binding as wrangler uploads it: a variable, a KV namespace, or an R2 bucket. */
type Binding =
  | { type: "plain_text"; name: string; text: string }
  | { type: "kv_namespace"; name: string; namespace_id: string }
  | { type: "r2_bucket"; name: string; bucket_name: string }
  | { type: "secret_text" | "inherit"; name: string };

/** An uploaded Worker: its modules by name, the name of its entry module, and its bindings. */
export type UploadedWorker = {
  main: string;
  modules: Map<string, { type: string; bytes: Uint8Array }>;
  variables: Record<string, string>;
  namespaces: Record<string, string>;
  buckets: Record<string, string>;
  compatibilityDate: string;
};

/** Parses the form by which wrangler uploads a Worker: its modules, variables, KV namespaces and R2 buckets. */
export async function readUpload(form: FormData): Promise<UploadedWorker> {
  const metadata = JSON.parse(String(await readText(form.get("metadata")))) as {
    main_module: string;
    bindings?: Binding[];
    compatibility_date?: string;
  };
  const bindings = metadata.bindings ?? [];
  const files = [...form].flatMap(([name, value]) =>
    value instanceof File && name !== "metadata" ? [value] : [],
  );
  const modules = await Promise.all(
    files.map(async (file) => [file.name, { type: file.type, bytes: await file.bytes() }] as const),
  );
  return {
    main: metadata.main_module,
    modules: new Map(modules),
    variables: Object.fromEntries(
      bindings.flatMap((binding) => (binding.type === "plain_text" ? [[binding.name, binding.text]] : [])),
    ),
    namespaces: Object.fromEntries(
      bindings.flatMap((binding) =>
        binding.type === "kv_namespace" ? [[binding.name, binding.namespace_id]] : [],
      ),
    ),
    buckets: Object.fromEntries(
      bindings.flatMap((binding) =>
        binding.type === "r2_bucket" ? [[binding.name, binding.bucket_name]] : [],
      ),
    ),
    compatibilityDate: metadata.compatibility_date ?? "",
  };
}

const readText = (value: File | string | null) => (value instanceof File ? value.text() : value);

/**
 * Parses a multipart/form-data body that wrangler uploads. A form nested in another has no Content-Type (`type`), so
 * its first line gives the boundary.
 */
export function readForm(bytes: Uint8Array<ArrayBuffer>, type?: string): Promise<FormData> {
  const boundary = new TextDecoder().decode(bytes.subarray(0, 200)).split("\r\n", 1)[0]?.slice(2) ?? "";
  const contentType = type ?? `multipart/form-data; boundary=${boundary}`;
  return new Response(bytes, { headers: { "Content-Type": contentType } }).formData();
}
