import { z } from 'zod'
import { getFieldMeta } from './fieldMeta.ts'

/**
 * The documents' names of fields, out: what shows one record says each field also under the names that
 * documents have for it (`alsoNamed`), and `propertyId` as `ProjectId`. Lists do not. `normalise` reads the
 * same names.
 */

type Shape = Readonly<Record<string, z.ZodType>>
type Names = readonly (readonly [documented: string, own: string])[]

const isPlain = (name: string, key: string): boolean =>
  name.toLowerCase().replaceAll('_', '') === key.toLowerCase()

/**
 * The documents' names added to a record of these fields. A name that another field already has is not added.
 */
function getNames(shape: Shape): Names {
  return Object.entries(shape).flatMap(([own, field]) => {
    const names = [...(getFieldMeta(field)?.alsoNamed ?? []), ...(own === 'propertyId' ? ['ProjectId'] : [])]
    return names
      .filter((name) => !Object.keys(shape).some((key) => isPlain(name, key)))
      .map((name) => [name, own] as const)
  })
}

const lineShape = (field: z.ZodType): Shape | undefined => {
  const { element } = field._zod.def as { element?: z.ZodType }
  return (element?._zod.def as { shape?: Shape } | undefined)?.shape
}

const aliases = (shape: Shape): Shape =>
  Object.fromEntries(getNames(shape).map(([documented, own]) => [documented, shape[own]!.optional()]))

/** The schema of a record and its lines with the documents' names added; its type does not change. */
export function documented<S extends z.ZodType>(record: S): S {
  const { shape } = record._zod.def as unknown as { shape: Shape }
  const lines = Object.entries(shape).flatMap(([name, field]) => {
    const inner = lineShape(field)
    return inner && getNames(inner).length > 0
      ? [[name, z.array(z.object({ ...inner, ...aliases(inner) }))]]
      : []
  })
  if (lines.length > 0)
    return z.object({ ...shape, ...aliases(shape), ...Object.fromEntries(lines) }) as unknown as S
  if (getNames(shape).length === 0) return record
  return z.intersection(record, z.object(aliases(shape))) as unknown as S
}

const added = (names: Names, record: object): object => ({
  ...record,
  ...Object.fromEntries(
    names.map(([documented, own]) => [documented, (record as Record<string, unknown>)[own]]),
  ),
})

/** The same for values: makes of a record of this schema one that says the documents' names, too. */
export function addingNames(record: z.ZodType): <R extends object>(value: R) => R {
  const { shape } = record._zod.def as unknown as { shape: Shape }
  const recordNames = getNames(shape)
  const lines = Object.entries(shape).flatMap(([name, field]) => {
    const names = getNames(lineShape(field) ?? {})
    return names.length > 0 ? [[name, names] as const] : []
  })
  return <R extends object>(value: R): R => {
    const renamed = added(recordNames, value) as Record<string, unknown>
    for (const [name, names] of lines)
      if (Array.isArray(renamed[name]))
        renamed[name] = renamed[name].map((line: object) => added(names, line))
    return renamed as R
  }
}
