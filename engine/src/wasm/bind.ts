/** The parameters of a module's functions, in their order; `assembly/` declares them with these names. */
export type Signatures = Readonly<Record<string, readonly string[]>>;

/**
 * The same functions with their arguments by name, so that none can take another's place, and the
 * module's memory.
 */
export type Bound<T extends Signatures> = {
  [F in keyof T]: (named: Readonly<Record<T[F][number], number | boolean>>) => number;
} & { memory: WebAssembly.Memory };

/**
 * Binds an instance's functions and its memory. Arguments are 32-bit numbers or booleans; functions
 * that return nothing give `undefined`, whatever the type says.
 */
export function bindExports<T extends Signatures>(
  exports: WebAssembly.Exports,
  signatures: T,
): Bound<T> {
  const bound = Object.entries(signatures).map(([name, parameters]) => {
    const call = exports[name] as (...args: (number | boolean)[]) => number;
    return [
      name,
      (named: Record<string, number | boolean>) =>
        call(...parameters.map((parameter) => named[parameter]!)),
    ];
  });
  return { ...Object.fromEntries(bound), memory: exports['memory'] } as Bound<T>;
}
