import { z } from 'zod'
import { agency } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { day, flag, id, longText, number } from '#kernel/model/field.ts'
import { historyLine } from '#kernel/model/history.ts'
import {
  WatchList,
  WatchListHistory,
  WatchListProgramType,
  WatchListResponsibilityType,
  WatchListType,
  WatchListWeaknessType,
} from './entities.ts'
import { figureSchema, triggerSchema } from './figures.ts'

const path = '/api/WatchList'
const read = agency('read')
const write = agency('write')
const lookup = { read, write: agency('admin') }

/** The entries of the watch list. Only the agency may read and write them. */
export const watchListEntries = controller(WatchList, { path, read, write })
export const presentations = controller(WatchListHistory, { path: '/api/WatchListHistory', read, write })
export const watchTypes = controller(WatchListType, { path: '/api/WatchListType', ...lookup })
export const programTypes = controller(WatchListProgramType, { path: '/api/WatchListProgramType', ...lookup })
export const responsibilityTypes = controller(WatchListResponsibilityType, {
  path: '/api/WatchListResponsibilityType',
  ...lookup,
})
export const weaknessTypes = controller(WatchListWeaknessType, {
  path: '/api/WatchListWeaknessType',
  ...lookup,
})

const declareListCall = <Row extends z.ZodType>(name: string, row: Row, summary: string) =>
  call({ method: 'GET', path: `${path}/${name}`, access: read, answer: z.array(row), summary })
export const getTypes = declareListCall('GetTypes', WatchListType.row, 'Watch types')
export const getProgramTypes = declareListCall(
  'GetProgramTypes',
  WatchListProgramType.row,
  'Programs of the watch list',
)
export const getResponsibilityTypes = declareListCall(
  'GetResponsibilityTypes',
  WatchListResponsibilityType.row,
  'Responsibilities of the watch list',
)
export const getWeaknessTypes = declareListCall('GetWeaknessTypes', WatchListWeaknessType.row, 'Weaknesses')

const year = number('Year', 2000, 2200).unwrap()
const month = number('Month', 1, 12).unwrap()
const monthKey = z.object({ year, month })

const line = WatchList.row.extend({
  propertyName: z.string(),
  city: z.string().nullable(),
  typeName: z.string(),
  programName: z.string().nullable(),
  responsibilityName: z.string().nullable(),
  weaknessName: z.string().nullable(),
  /** The comment of the entry in the prior month. */
  previousComment: z.string().nullable(),
  /** Whether no rule applies to the property any more, so that it may be removed. */
  cleared: z.boolean(),
})
export type WatchLine = z.infer<typeof line>

/** CAL-29: year, month and type are query values; type 0 means all. */
export const getWatchListList = call({
  method: 'GET',
  path: `${path}/GetWatchListList`,
  access: read,
  query: monthKey.extend({ watchlistTypeId: number('Watch type').optional() }),
  answer: z.array(line),
  summary: 'The entries of a month, with their figures and the prior month’s comments',
})

const report = z.object({
  year: z.int(),
  month: z.int(),
  closedAt: z.string().nullable(),
  rows: z.array(line),
  /** Entries of the prior eleven months, if requested. */
  earlier: z.array(line),
  totals: z.object({ entries: z.int(), loans: z.number(), missingComments: z.int() }),
})
export type WatchReport = z.infer<typeof report>

export const getWatchListReport = call({
  method: 'GET',
  path: `${path}/GetWatchListReport`,
  access: read,
  query: monthKey.extend({
    reportType: number('Watch type').optional(),
    includeHistory: z
      .union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])
      .optional()
      .meta({ label: 'With earlier months' }),
  }),
  answer: report,
  summary: 'The watch list of a month as presented; report type 0 means all watch types',
})

export const logReport = call({
  method: 'POST',
  path: `${path}/LogReport`,
  access: write,
  body: monthKey.extend({
    reportType: number('Watch type').optional(),
    includeHistory: flag('With earlier months').optional(),
    presentedOn: day('Presented on').unwrap(),
    note: longText('Note', 2000).optional(),
  }),
  answer: WatchListHistory.row,
  summary: 'Store the watch list as presented to the commission; it cannot be changed later',
})

const viewModel = line.extend({
  earlier: z.array(line),
  closed: z.boolean(),
  history: z.array(historyLine),
})
export type WatchView = z.infer<typeof viewModel>

export const getWatchListViewModel = call({
  method: 'GET',
  path: `${path}/GetWatchListViewModel/:id`,
  access: read,
  params: z.object({ id: id('Entry') }),
  answer: viewModel,
  summary: 'An entry with its figures over time, prior months and history',
})

const proposal = z.object({
  propertyId: z.int(),
  propertyName: z.string(),
  city: z.string().nullable(),
  figures: z.array(figureSchema),
  triggers: z.array(triggerSchema),
  required: z.boolean(),
  putOffReason: z.string().nullable(),
})
export type WatchProposal = z.infer<typeof proposal>

export const createNewModel = call({
  method: 'GET',
  path: `${path}/CreateNewModel/:propertyId`,
  access: read,
  params: z.object({ propertyId: id('Property') }),
  answer: proposal.extend({
    year: z.int(),
    month: z.int(),
    entryDate: z.string(),
    watchListTypeId: z.int(),
    weaknessTypeId: z.int().nullable(),
  }),
  summary: 'A new entry of a property in the current month, with its figures and the results of the rules',
})

export const getWatchlistHistory = call({
  method: 'GET',
  path: `${path}/GetWatchlistHistory/:propertyId`,
  access: read,
  params: z.object({ propertyId: id('Property') }),
  answer: z.array(line),
  summary: 'All months in which a property was on the watch list, newest first',
})

export const getProposals = call({
  method: 'GET',
  path: `${path}/GetProposals`,
  access: read,
  query: monthKey,
  answer: z.array(proposal),
  summary:
    'Properties that the rules propose for a month, with the figures that triggered the rules and links to them',
})

export const putOffProposal = call({
  method: 'POST',
  path: `${path}/PutOff`,
  access: write,
  body: monthKey.extend({ propertyId: id('Property'), reason: longText('Reason', 2000).unwrap() }),
  answer: z.boolean(),
  summary: 'Postpone a proposal for a month, with a reason; required ones cannot be postponed',
})

export const copyPriorMonth = call({
  method: 'POST',
  path: `${path}/CopyForward`,
  access: write,
  body: monthKey,
  answer: z.object({ copied: z.int(), left: z.int() }),
  summary:
    'Copy the entries of the prior month, with new figures and without comments; entries of properties that left are removed with a note',
})

export const removeEntry = call({
  method: 'POST',
  path: `${path}/Remove/:id`,
  access: write,
  params: z.object({ id: id('Entry') }),
  body: z.object({ reason: longText('Reason', 2000).unwrap(), version: number('Version').optional() }),
  answer: WatchList.row,
  summary: 'Remove a property from the list, with a reason',
})

export const getMonth = call({
  method: 'GET',
  path: `${path}/GetMonth`,
  access: read,
  query: monthKey,
  answer: z.object({
    closedAt: z.string().nullable(),
    closedByName: z.string().nullable(),
    today: z.string(),
  }),
  summary: 'Whether a month of the watch list is closed',
})

export const closeMonth = call({
  method: 'POST',
  path: `${path}/CloseMonth`,
  access: write,
  body: monthKey,
  answer: z.boolean(),
  summary: 'Close a month after all entries have comments; it can no longer be changed',
})

export const reopenMonth = call({
  method: 'POST',
  path: `${path}/ReopenMonth`,
  access: agency('manager'),
  body: monthKey.extend({ reason: longText('Reason', 2000).unwrap() }),
  answer: z.boolean(),
  summary: 'Reopen a closed month to correct it; stored presentations are not changed',
})
