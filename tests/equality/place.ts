import type { Quantity } from '#kernel/model/quantity.ts'
import type { FigureReader, Figures } from './asking.ts'

/** A place that prints a quantity: a column, a tile, a card or a letter. */
export type Place = {
  /** A name by which a reader of the screens knows the place. */
  name: string
  /** Only users of the agency see the place. */
  isOfAgency?: true
  /** Reads the figures that the place prints for a person. */
  read: (ask: FigureReader) => Promise<Figures>
}

/** A quantity and every place that prints it. The first place is the one where the quantity is maintained. */
export type QuantityWithPlaces = {
  quantity: Quantity
  /** The subject of one figure, for example a property, or a property and its fiscal year. */
  of: string
  places: readonly [Place, ...Place[]]
}
