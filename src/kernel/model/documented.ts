import { z } from 'zod'
import { getFieldMeta } from './fieldMeta.ts'

/**
 * Adds the documents' names of fields to answers. An answer with a single record has each field also under
 * its names in the documents (`alsoNamed`), and `propertyId` as `ProjectId`. Lists do not have these names.
 * `wire.ts` reads the same names in requests.
 */

type Shape = Readonly<Record<string, z.ZodType>>
type Names = readonly (readonly [documented: string, own: string])[]

/** Whether a name of the documents is the same as a field's name, without regard to case and underscores. */
const isSameName = (name: string, key: string): boolean =>
  name.toLowerCase().replaceAll('_', '') === key.toLowerCase()

/**
 * Returns the documents' names to add to a record with these fields, except names that a field already has.
 */
function getNames(shape: Shape): Names {
  return Object.entries(shape).flatMap(([own, field]) => {
    const names = [...(getFieldMeta(field)?.alsoNamed ?? []), ...(own === 'propertyId' ? ['ProjectId'] : [])]
    return names
      .filter((name) => !Object.keys(shape).some((key) => isSameName(name, key)))
      .map((name) => [name, own] as const)
  })
}

/** Returns the fields of a line if a field is a list of records. */
const getLineShape = (field: z.ZodType): Shape | undefined => {
  const { element } = field._zod.def as { element?: z.ZodType }
  return (element?._zod.def as { shape?: Shape } | undefined)?.shape
}

const getAliasFields = (shape: Shape): Shape =>
  Object.fromEntries(getNames(shape).map(([documented, own]) => [documented, shape[own]!.optional()]))

/** Returns the schema of a record and its lines with the documents' names added. Its type does not change. */
export function addDocumentNamesToSchema<S extends z.ZodType>(record: S): S {
  const { shape } = record._zod.def as unknown as { shape: Shape }
  const lines = Object.entries(shape).flatMap(([name, field]) => {
    const inner = getLineShape(field)
    return inner && getNames(inner).length > 0
      ? [[name, z.array(z.object({ ...inner, ...getAliasFields(inner) }))]]
      : []
  })
  if (lines.length > 0)
    return z.object({ ...shape, ...getAliasFields(shape), ...Object.fromEntries(lines) }) as unknown as S
  if (getNames(shape).length === 0) return record
  return z.intersection(record, z.object(getAliasFields(shape))) as unknown as S
}

const addNames = (names: Names, record: object): object => ({
  ...record,
  ...Object.fromEntries(
    names.map(([documented, own]) => [documented, (record as Record<string, unknown>)[own]]),
  ),
})

/** Returns a function that adds the documents' names to a record of this schema and to its lines. */
export function addingNames(record: z.ZodType): <R extends object>(value: R) => R {
  const { shape } = record._zod.def as unknown as { shape: Shape }
  const recordNames = getNames(shape)
  const lines = Object.entries(shape).flatMap(([name, field]) => {
    const names = getNames(getLineShape(field) ?? {})
    return names.length > 0 ? [[name, names] as const] : []
  })
  return <R extends object>(value: R): R => {
    const renamed = addNames(recordNames, value) as Record<string, unknown>
    for (const [name, names] of lines)
      if (Array.isArray(renamed[name]))
        renamed[name] = renamed[name].map((line: object) => addNames(names, line))
    return renamed as R
  }
}
