/** Returns a function that creates one value for each key object, such as this isolate's bindings, and reuses it. */
export function memoize<Key extends object, Value>(create: (key: Key) => Value): (key: Key) => Value {
  const entries = new WeakMap<Key, { value: Value }>();
  return (key) => {
    const entry = entries.get(key) ?? { value: create(key) };
    entries.set(key, entry);
    return entry.value;
  };
}
