import { z } from 'zod'
import { getFieldMeta } from './fieldMeta.ts'

/** The fields of an entity, each made by a helper of `field.ts`. */
export type Fields = Record<string, z.ZodType>

/**
 * A kind of record, declared once. `table` and `key` are its table and integer primary key column in the
 * database; field names are the camelCase of the column names.
 */
export type Entity<Name extends string, F extends Fields, Table extends string = string> = {
  name: Name
  table: Table
  key: keyof F & string
  /** The name of one record on screens. */
  label: string
  fields: F
  /** Whether the table has a property_id and row-level security by it. */
  propertyScoped: boolean
  /** Whether the table has a management_company_id and row-level security by it. */
  companyScoped: boolean
  row: z.ZodObject<F>
  /**
   * The schema of a payload that creates or changes a record. Every field is optional, so saves may be
   * partial.
   */
  input: z.ZodObject<{ [K in keyof F]: z.ZodOptional<F[K]> }>
  /** Fields of an existing record that only steps change. */
  stepOnly: readonly (keyof F & string)[]
  /** Fields that the server fills itself. Sent values are not stored. */
  serverOnly: readonly (keyof F & string)[]
  /** Nullable fields that only the agency reads; null in answers to other callers. */
  agencyOnly: readonly (keyof F & string)[]
  /** Additional nullable fields that only the agency reads while the row is in this state. */
  withheld?: (row: Record<string, unknown>) => readonly string[]
  /** All fields that `withheld` may return. */
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

type Options<F extends Fields, Table extends string> = {
  table: Table
  key: keyof F & string
  label: string
  fields: F
  /** False for grants, which have a property id but are not records of the property. */
  propertyScoped?: boolean
  companyScoped?: boolean
  serverOnly?: readonly (keyof F & string)[]
  agencyOnly?: readonly (keyof F & string)[]
  withheld?: Entity<string, F>['withheld']
  everWithheld?: readonly (keyof F & string)[]
}

/** Declares an entity. */
export function entity<const Name extends string, F extends Fields, const Table extends string>(
  name: Name,
  options: Options<F, Table>,
): Entity<Name, F, Table> {
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

/** Converts the name of a field to that of its column: `propertyRoomType` → `property_room_type`. */
export const snakeCase = (name: string): string =>
  name.replace(/[A-Z][A-Z0-9]*(?=[A-Z][a-z])|[A-Z]/g, (part) => `_${part.toLowerCase()}`)
