/**
 * The results of the values in their order, while several are worked on.
 * @param most values worked on at a time
 */
export async function* workAhead<Value, Result>(
  values: AsyncIterable<Value>,
  most: number,
  work: (value: Value) => Promise<Result>,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = [];
  for await (const value of values) {
    const result = work(value);
    // Nobody waits for it when an earlier one fails or is enough.
    result.catch(() => undefined);
    running.push(result);
    if (running.length >= most) {
      yield* await firstOf(running);
    }
  }
  while (running.length > 0) {
    yield* await firstOf(running);
  }
}

const firstOf = async <Result>(running: Promise<Result>[]): Promise<Result[]> => Promise.all(running.splice(0, 1));
