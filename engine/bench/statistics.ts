/** The middle value; of an even number of values, the mean of the middle two. */
export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}

/** Times of several contenders, taken in turn so that a slow spell of the machine hits all alike. */
export class Times {
  readonly #runs = new Map<string, number[]>();

  add(name: string, milliseconds: number): void {
    this.#runs.set(name, [...(this.#runs.get(name) ?? []), milliseconds]);
  }

  /** Forgets them, as those of a round that only warms up. */
  clear(): void {
    this.#runs.clear();
  }

  get names(): string[] {
    return [...this.#runs.keys()];
  }

  median(name: string): number {
    return median(this.#runs.get(name) ?? []);
  }

  runs(name: string): number[] {
    return this.#runs.get(name) ?? [];
  }
}
