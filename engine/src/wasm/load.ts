import { EngineError } from '../errors.ts';
import { type WasmName, wasmFiles } from './files.ts';

/** The slice of Node that is needed to read a file; the engine is otherwise typed for browsers. */
interface NodeModules {
  getBuiltinModule(id: 'node:fs/promises'): {
    readFile(path: URL | string): Promise<Uint8Array<ArrayBuffer>>;
  };
  getBuiltinModule(id: 'node:module'): {
    createRequire(from: string): { resolve(id: string): string };
  };
}

function findNode(): NodeModules | null {
  const { process } = globalThis as { process?: Partial<NodeModules> };
  return typeof process?.getBuiltinModule === 'function' && typeof WorkerGlobalScope === 'undefined'
    ? (process as NodeModules)
    : null;
}

/** Set in Node, where nothing is fetched and there are no workers of the web's kind. */
const node = findNode();
export const inNode = node !== null;

async function readInNode(modules: NodeModules, name: WasmName): Promise<Uint8Array<ArrayBuffer>> {
  const files = modules.getBuiltinModule('node:fs/promises');
  // Sources run against node_modules; the package has the files beside it.
  if (!import.meta.url.endsWith('.ts')) return files.readFile(wasmFiles[name].url());
  const require = modules.getBuiltinModule('node:module').createRequire(import.meta.url);
  return files.readFile(require.resolve(wasmFiles[name].path));
}

async function compile(name: WasmName): Promise<WebAssembly.Module> {
  const fromPage = await promised.get(name)?.promise;
  if (fromPage) return fromPage;
  if (node) return WebAssembly.compile(await readInNode(node, name));
  const response = await fetch(wasmFiles[name].url());
  if (!response.ok) throw new Error(`${response.url}: status ${response.status}`);
  // Not compileStreaming: it refuses a server that does not send application/wasm.
  return WebAssembly.compile(await response.arrayBuffer());
}

interface Expected {
  promise: Promise<WebAssembly.Module | null>;
  resolve: (module: WebAssembly.Module | null) => void;
}

/** What the page has said it will send, in a worker. */
const promised = new Map<WasmName, Expected>();

/** `Promise.withResolvers` is younger than the oldest browsers that convert. */
function expectModule(): Expected {
  let resolve: Expected['resolve'] = () => {};
  const promise = new Promise<WebAssembly.Module | null>((settle) => (resolve = settle));
  return { promise, resolve };
}

/** Takes a codec that the page has compiled, or its word that one is coming, or is not after all. */
export function takeModule({ name, module }: ModuleMessage): void {
  if (module === 'coming') return void promised.set(name, expectModule());
  const expected = promised.get(name) ?? expectModule();
  expected.resolve(module);
  promised.set(name, expected);
}

const modules = new Map<WasmName, Promise<WebAssembly.Module>>();

/** Loads and compiles one codec, once. A failed load is forgotten, so that the next job tries again. */
export function loadWasm(name: WasmName): Promise<WebAssembly.Module> {
  let module = modules.get(name);
  if (!module) {
    module = compile(name).catch((cause: unknown) => {
      modules.delete(name);
      throw new EngineError('code-not-loaded', `The ${name} codec could not be loaded`, { cause });
    });
    modules.set(name, module);
  }
  return module;
}

/**
 * Page to worker, without an answer: a codec's code, fetched and compiled once for all workers. `coming`
 * asks them to wait for it, and `null` says that they must fetch it themselves after all.
 */
export interface ModuleMessage {
  kind: 'module';
  name: WasmName;
  module: WebAssembly.Module | 'coming' | null;
}
