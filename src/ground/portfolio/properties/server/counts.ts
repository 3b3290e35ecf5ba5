import { merged } from '#kernel/model/slot.ts'
import { slot } from '#kernel/server/module.ts'
import { type AnyContext, serve } from '#kernel/server/serve.ts'
import { getTabCounts } from '../model/calls.ts'
import { readProperty } from './property.ts'

/** How many there are of something at a property, as far as the caller sees them: one statement each. */
export type PropertyCounts = Readonly<
  Record<string, (context: AnyContext, propertyId: number) => Promise<number>>
>

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** The number of its records at a property, by tab of the property's screen. */
    propertyCounts?: PropertyCounts
  }
}

const getPropertyCounts = slot('propertyCounts', merged)

/** Inspections on record. */
export const inspectionCount: PropertyCounts = {
  Inspections: async ({ db }, propertyId) => {
    const selectQueryBuilder = db.selectFrom('propertyInspection').where('propertyId', '=', propertyId)
    return Number(
      (await selectQueryBuilder.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow())
        .count,
    )
  },
}

export const countHandlers = [
  serve(getTabCounts, async (context) => {
    const { propertyId } = await readProperty(context, context.params.propertyId)
    const counts: Record<string, number> = {}
    for (const [tab, count] of Object.entries(getPropertyCounts()))
      counts[tab] = await count(context, propertyId)
    return counts
  }),
]
