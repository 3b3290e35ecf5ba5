import type { Quantity } from '#kernel/model/quantity.ts'
import type { Asking, Figures } from './asking.ts'

/** A place that prints a quantity: a column, a tile, a card, a letter. */
export type Place = {
  /** What a reader would call it. */
  name: string
  /** Shown to the agency alone. */
  isOfAgency?: true
  read: (ask: Asking) => Promise<Figures>
}

/** A quantity and every place that prints it; the first is where it is kept. */
export type Placed = {
  quantity: Quantity
  /** What one figure is of: a property, a property and its fiscal year. */
  of: string
  places: readonly [Place, ...Place[]]
}
