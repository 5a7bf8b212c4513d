/** A statically imported WebAssembly file: the edge may not compile one at run time. */
declare module "*.wasm" {
  const module: WebAssembly.Module;
  export default module;
}
