import { mergeEntries } from '#kernel/model/slot.ts'
import { slot } from '#kernel/server/module.ts'
import { type AnyContext, serve } from '#kernel/server/serve.ts'
import { getTabCounts } from '../model/calls.ts'
import { readProperty } from './property.ts'

/** Counts the records at a property that the caller sees, by tab label. Each function runs one statement. */
export type PropertyCounts = Readonly<
  Record<string, (context: AnyContext, propertyId: number) => Promise<number>>
>

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** Counts the module's records at a property, by tab of the property's screen. */
    propertyCounts?: PropertyCounts
  }
}

const getPropertyCounts = slot('propertyCounts', mergeEntries)

/** Counts the inspections of a property. */
export const inspectionCount: PropertyCounts = {
  Inspections: async ({ db }, propertyId) => {
    const inspections = db.selectFrom('propertyInspection').where('propertyId', '=', propertyId)
    return Number(
      (await inspections.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow()).count,
    )
  },
}

/** The handler of the counts on the tabs of a property's screen. */
export const countHandlers = [
  serve(getTabCounts, async (context) => {
    const { propertyId } = await readProperty(context, context.params.propertyId)
    const counts: Record<string, number> = {}
    for (const [tab, count] of Object.entries(getPropertyCounts()))
      counts[tab] = await count(context, propertyId)
    return counts
  }),
]
