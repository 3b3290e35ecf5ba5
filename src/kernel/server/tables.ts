import type { ColumnType } from 'kysely'
import type { Row } from '../model/entity.ts'

/** The type of an entity's table for Kysely. Every column is optional when inserting. */
type EntityTable<E> = { [K in keyof Row<E>]: ColumnType<Row<E>[K], Row<E>[K] | undefined, Row<E>[K]> }

/** The type of a column that the database fills if no value is given. */
export type Filled<T> = ColumnType<T, T | undefined, T>

/** `reserve_account` → `reserveAccount`, as Kysely names tables. */
type CamelCase<Name extends string> = string extends Name
  ? never
  : Name extends `${infer First}_${infer Rest}`
    ? `${First}${Capitalize<CamelCase<Rest>>}`
    : Name

/** The tables of the entities that a module's `entities.ts` exports. */
export type EntityTables<Exports> = {
  [K in keyof Exports as Exports[K] extends { table: infer Table extends string }
    ? CamelCase<Table>
    : never]: EntityTable<Exports[K]>
}

/** All tables of the portal. Modules add theirs by declaration merging next to their entities. */
export interface Tables {
  statusHistory: {
    statusHistoryId: Filled<number>
    entity: string
    rowId: number
    propertyId: number | null
    fromStatusId: number | null
    toStatusId: number
    action: string
    reason: string | null
    userId: number | null
    at: Filled<string>
    requestId: string | null
  }
  auditLog: {
    auditLogId: number
    changedAt: string
    userId: number | null
    call: string | null
    requestId: string | null
    tableName: string
    rowId: number | null
    propertyId: number | null
    operation: 'insert' | 'update' | 'delete'
    changes: Record<string, unknown>
  }
  setting: { settingId: Filled<number>; key: string; value: unknown; effectiveFrom: string }
  jobRun: {
    job: string
    dueAt: string
    startedAt: Filled<string>
    finishedAt: string | null
    error: string | null
  }
}
