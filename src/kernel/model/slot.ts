/** The type of one entry that a module adds to an extension point. */
export type EntryOf<Field> = NonNullable<Field> extends readonly (infer Entry)[] ? Entry : NonNullable<Field>

type SlotOf<Module> = {
  <Name extends keyof Module>(name: Name): () => readonly EntryOf<Module[Name]>[]
  <Name extends keyof Module, Made>(
    name: Name,
    make: (entries: readonly EntryOf<Module[Name]>[]) => Made,
  ): () => Made
}

/**
 * Creates the extension points (slots) of the server or of the browser. Code that accepts entries from other
 * modules declares a field of `Module` by declaration merging and calls `slot('field')`. The returned
 * function returns the entries of all modules, or the result of `make`. `fill` is called once with all
 * modules before the first request, and again by tests. A `make` that finds a conflict throws there. The
 * result must not depend on the order of the modules.
 */
export function defineSlots<Module extends object>() {
  let modules: readonly Module[] = []
  const declared: { clear: () => void; read: () => unknown }[] = []

  const slot = (
    name: keyof Module,
    make: (entries: readonly unknown[]) => unknown = (entries) => entries,
  ) => {
    let created: { value: unknown } | undefined
    const read = (): unknown => {
      created ??= { value: make(modules.flatMap((module): unknown => module[name] ?? [])) }
      return created.value
    }
    declared.push({ clear: () => (created = undefined), read })
    return read
  }

  function fill(moduleList: readonly Module[]): void {
    modules = moduleList
    for (const { clear } of declared) clear()
    for (const { read } of declared) read()
  }

  return { slot: slot as SlotOf<Module>, fill }
}

/** Merges entries that are records, such as labels by kind, into one record. For `slot('labels', merged)`. */
export const mergeEntries = <Entry extends object>(entries: readonly Entry[]): Entry =>
  Object.assign({}, ...entries)

/** Sorts entries by their `order`. For `slot('places', inOrder)`. */
export const inOrder = <Entry extends { order: number }>(entries: readonly Entry[]): readonly Entry[] =>
  entries.toSorted((entry, other) => entry.order - other.order)
