/** A WebAssembly file, imported statically because the edge cannot compile one at run time. */
declare module "*.wasm" {
  const module: WebAssembly.Module;
  export default module;
}
