import type { RawBuilder } from 'kysely'
import type { PermissionKey } from '#kernel/model/access.ts'
import { inOrder } from '#kernel/model/slot.ts'
import { slot } from '#kernel/server/module.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { CellKind, SheetPart, SheetPlace, SheetRow } from '../model/sheet.ts'

/** The input for reading a part: the property, the day of the sheet, and the caller's context. */
export type SheetPartInput = { propertyId: number; day: string; context: AnyContext }

/**
 * A part of a property's fact sheet. Parts of the same title and place are combined, in order, under the
 * columns of the first.
 */
export type FactSheetPart = {
  title: string
  place: SheetPlace
  order: number
  columns: readonly { label: string; kind: CellKind }[]
  /** The permission needed to read the part. Without one, anyone tied to the property may read it. */
  permission?: PermissionKey
  /** Set if only the agency sees the part. */
  agencyOnly?: true
  /** The number of rows that fit on the sheet. */
  maxRows: number
  note?: string
  empty?: string
  /** Loads the minimum that the values of a chart should not fall below. */
  floor?: (context: AnyContext) => Promise<SheetPart['floor']>
  /**
   * Builds one SELECT of exactly the columns `cells jsonb, alert boolean`. `cells` is an array with one
   * value for each column. The SELECT runs under the caller's row-level security.
   */
  rows: (sheetAsk: SheetPartInput) => RawBuilder<unknown> | Promise<RawBuilder<unknown>>
  /** Computes the rows to show from the selected ones, for example to add a sum. */
  transformRows?: (rows: readonly SheetRow[]) => SheetRow[]
}

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** The module's parts of a property's fact sheet. */
    factSheet?: readonly FactSheetPart[]
  }
}

/** The parts of all modules, in order. */
export const getSheetParts = slot('factSheet', inOrder)
