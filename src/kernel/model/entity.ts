import { z } from 'zod'
import { getFieldMeta } from './fieldMeta.ts'

/** The fields of an entity, each made by a helper of `field.ts`. */
export type Fields = Record<string, z.ZodType>

/**
 * A kind of record, declared once. `table` and `key` are its table and integer primary key column in the
 * database; field names are the camelCase of the column names.
 */
export type Entity<Name extends string, F extends Fields> = {
  name: Name
  table: string
  key: keyof F & string
  /** What one record is called on the screen. */
  label: string
  fields: F
  /** True when the table carries property_id and row-level security. */
  propertyScoped: boolean
  /** True when the table carries management_company_id and row-level security by it. */
  companyScoped: boolean
  row: z.ZodObject<F>
  /** What may be sent to create or change a record: every field optional, so that a save may be partial. */
  input: z.ZodObject<{ [K in keyof F]: z.ZodOptional<F[K]> }>
  /** Fields that only steps change once a record is there. */
  stepOnly: readonly (keyof F & string)[]
  /** Fields the server fills itself; sent values are ignored. */
  serverOnly: readonly (keyof F & string)[]
  /** Nullable fields that only the agency reads: null in the generic answers to anybody else. */
  agencyOnly: readonly (keyof F & string)[]
  /** Additional nullable fields that only the agency reads while the row is in this state. */
  withheld?: (row: Record<string, unknown>) => readonly string[]
  /** All fields that this can name. */
  everWithheld?: readonly string[]
}

/** Any entity, for mechanisms that work on all of them. */
export type AnyEntity = {
  name: string
  table: string
  key: string
  label: string
  fields: Fields
  propertyScoped: boolean
  companyScoped: boolean
  row: z.ZodType
  input: z.ZodType
  stepOnly: readonly string[]
  serverOnly: readonly string[]
  agencyOnly: readonly string[]
  withheld?: (row: Record<string, unknown>) => readonly string[]
  everWithheld?: readonly string[]
}

type Options<F extends Fields> = {
  table: string
  key: keyof F & string
  label: string
  fields: F
  /** False for grants, which name a property but are no records of it. */
  propertyScoped?: boolean
  companyScoped?: boolean
  serverOnly?: readonly (keyof F & string)[]
  agencyOnly?: readonly (keyof F & string)[]
  withheld?: Entity<string, F>['withheld']
  everWithheld?: readonly (keyof F & string)[]
}

/** Declares an entity. */
export function entity<const Name extends string, F extends Fields>(
  name: Name,
  options: Options<F>,
): Entity<Name, F> {
  const row = z.object(options.fields)
  return {
    name,
    ...options,
    propertyScoped: options.propertyScoped ?? 'propertyId' in options.fields,
    companyScoped: options.companyScoped ?? false,
    row,
    input: row.partial() as Entity<Name, F>['input'],
    stepOnly: Object.keys(options.fields).filter(
      (field) => getFieldMeta(options.fields[field]!)?.writtenBySteps,
    ),
    serverOnly: options.serverOnly ?? [],
    agencyOnly: options.agencyOnly ?? [],
  }
}

/** The row type of an entity. */
export type Row<E> = E extends Entity<string, infer F> ? z.infer<z.ZodObject<F>> : never

/** `propertyRoomType` → `property_room_type`, `w9Date` → `w9_date`. */
export const snakeCase = (name: string): string =>
  name.replace(/[A-Z][A-Z0-9]*(?=[A-Z][a-z])|[A-Z]/g, (part) => `_${part.toLowerCase()}`)
