/**
 * The definition of a figure that several screens show, so that all of them compute and label it the same
 * way.
 */
export type Quantity = {
  /** Its name as screens print it. */
  name: string
  /** The definition in one sentence. */
  definition: string
  unit: string
  /** The records it counts. */
  population: string
  /** The day for which it is computed. */
  asOf: string
}
