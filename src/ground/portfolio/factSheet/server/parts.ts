import type { RawBuilder } from 'kysely'
import type { PermissionKey } from '#kernel/model/access.ts'
import { inOrder } from '#kernel/model/slot.ts'
import { slot } from '#kernel/server/module.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { CellKind, SheetPart, SheetPlace, SheetRow } from '../model/sheet.ts'

/** The input of a part: one property, no later than this day. */
export type SheetAsk = { propertyId: number; day: string; context: AnyContext }

/**
 * A part of a property's fact sheet. Parts of the same title and place are combined, in order, under the
 * columns of the first.
 */
export type FactSheetPart = {
  title: string
  place: SheetPlace
  order: number
  columns: readonly { label: string; kind: CellKind }[]
  /** Which permission opens it; without one any tie to the property does. */
  permission?: PermissionKey
  /** The agency's own: no company is shown it. */
  agencyOnly?: true
  /** How many lines there is room for. */
  most: number
  note?: string
  empty?: string
  /** Of a chart: what its values must not fall below. */
  floor?: (context: AnyContext) => Promise<SheetPart['floor']>
  /**
   * One SELECT of exactly the columns `cells jsonb, alert boolean`, in order; `cells` an array. Reads under
   * the caller's row-level security.
   */
  rows: (sheetAsk: SheetAsk) => RawBuilder<unknown> | Promise<RawBuilder<unknown>>
  /** Lines made of those found, where a statement cannot. */
  made?: (rows: readonly SheetRow[]) => SheetRow[]
}

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** Parts of the sheet that is taken into meetings. */
    factSheet?: readonly FactSheetPart[]
  }
}

export const sheetParts = slot('factSheet', inOrder)
