import { z } from 'zod'
import { entity } from '#kernel/model/entity.ts'
import { code, day, flag, id, longText, moment, number, ref, requiredText } from '#kernel/model/field.ts'
import { figureSchema, triggerSchema } from './figures.ts'

/** The status of an entry: on the list of its month, or removed in it. */
export const EntryStatus = { ACTIVE: 1, REMOVED: 2 } as const
const entryStatusLabels: Readonly<Record<number, string>> = { 1: 'On the list', 2: 'Removed' }

const declareCodeList = <const Name extends string, const Key extends string>(
  name: Name,
  table: string,
  key: Key,
  label: string,
) =>
  entity(name, {
    table,
    key: key as never,
    label,
    fields: { [key]: id(label), name: requiredText('Name', 100), active: flag('Active') } as Record<
      Key,
      ReturnType<typeof id>
    > & { name: ReturnType<typeof requiredText>; active: ReturnType<typeof flag> },
  })

/** The code lists of the watch list, which the agency maintains (ENT-12). */
export const WatchListType = declareCodeList(
  'WatchListType',
  'watch_list_type',
  'watchListTypeId',
  'Watch type',
)
export const WatchListProgramType = declareCodeList(
  'WatchListProgramType',
  'watch_list_program_type',
  'watchListProgramTypeId',
  'Program',
)
export const WatchListResponsibilityType = declareCodeList(
  'WatchListResponsibilityType',
  'watch_list_responsibility_type',
  'watchListResponsibilityTypeId',
  'Responsibility',
)
export const WatchListWeaknessType = declareCodeList(
  'WatchListWeaknessType',
  'watch_list_weakness_type',
  'watchListWeaknessTypeId',
  'Weakness',
)

/** The ids of the watch types that come with the portal and that rules use. */
export const WatchType = { WATCH: 1, TROUBLED: 2, CRITICAL: 3 } as const

/** A property on the watch list of a month (domain 28): one entry for each property and month. */
export const WatchList = entity('WatchList', {
  table: 'watch_list',
  key: 'watchListId',
  label: 'Entry of the watch list',
  fields: {
    watchListId: id('Entry'),
    propertyId: id('Property'),
    year: number('Year', 2000, 2200).unwrap(),
    month: number('Month', 1, 12).unwrap(),
    statusId: code('Status', 1, 2, entryStatusLabels),
    watchListTypeId: id('Watch type'),
    watchListProgramTypeId: ref('Program', 'WatchListProgramType'),
    watchListResponsibilityTypeId: ref('With', 'WatchListResponsibilityType'),
    watchListWeaknessTypeId: ref('Weakness', 'WatchListWeaknessType'),
    entryDate: day('On the list since').unwrap(),
    cause: longText('Cause', 4000),
    actionPlan: longText('Plan', 4000),
    targetDate: day('Plan by'),
    comment: longText('Comment for the commission', 4000),
    figures: z.array(figureSchema),
    triggers: z.array(triggerSchema),
    removedOn: day('Removed'),
    removalReason: longText('Reason of the removal', 2000),
    removedById: ref('Removed by', 'AppUser'),
    createdById: ref('Added by', 'AppUser'),
    createdAt: moment('Added'),
    version: number('Version').unwrap(),
  },
  serverOnly: [
    'statusId',
    'figures',
    'triggers',
    'removedOn',
    'removalReason',
    'removedById',
    'createdById',
    'createdAt',
  ],
})

/** The watch list of a month as it was presented to the commission. It can neither be changed nor removed. */
export const WatchListHistory = entity('WatchListHistory', {
  table: 'watch_list_history',
  key: 'watchListHistoryId',
  label: 'Presented watch list',
  fields: {
    watchListHistoryId: id('Presentation'),
    year: number('Year', 2000, 2200).unwrap(),
    month: number('Month', 1, 12).unwrap(),
    reportType: number('Watch type').unwrap(),
    includeHistory: flag('With earlier months'),
    presentedOn: day('Presented on').unwrap(),
    note: longText('Note', 2000),
    entries: number('Entries').unwrap(),
    content: z.array(z.record(z.string(), z.unknown())),
    loggedById: ref('Logged by', 'AppUser'),
    loggedAt: moment('Logged'),
  },
  serverOnly: ['entries', 'content', 'loggedById', 'loggedAt'],
})

declare module '#kernel/server/tables.ts' {
  interface Tables extends EntityTables<typeof import('./entities.ts')> {}
}
