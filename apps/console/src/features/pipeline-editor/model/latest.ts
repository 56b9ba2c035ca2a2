/** The newest of a row of values, for whoever is called later than it was made. */
export interface Latest<T> {
  get(): T;
  set(value: T): void;
}

export function createLatest<T>(first: T): Latest<T> {
  let value = first;
  return {
    get: () => value,
    set: (next) => {
      value = next;
    },
  };
}
