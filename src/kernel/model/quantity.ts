/** The definition of a figure on several screens, so that all of them compute and label it the same. */
export type Quantity = {
  /** Its name as screens print it. */
  name: string
  /** The definition in one sentence. */
  definition: string
  unit: string
  /** The records it counts. */
  population: string
  /** The day it holds on. */
  asOf: string
}
