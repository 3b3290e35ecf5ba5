import { z } from 'zod'
import { signedIn } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { choiceField, id, moment, number, requiredText, text } from '#kernel/model/field.ts'

/** The kinds of files that are created in the background. */
export const formats = ['CSV', 'Excel'] as const
export type Format = (typeof formats)[number]

/** The states of an export; only `Ready` has a file. */
export const exportStates = ['Waiting', 'Running', 'Ready', 'Failed', 'Canceled', 'Deleted'] as const
export type ExportState = (typeof exportStates)[number]

const MOST_COLUMNS = 100
const path = '/api/Exports'
const params = z.object({ exportJobId: id('File') })

/** An export, as the person who asked for it sees it. */
const exportLine = z.object({
  exportJobId: id('File'),
  title: requiredText('List or report', 200),
  format: choiceField('Kind', formats),
  /** The path of the call that returns its rows. */
  callPath: requiredText('Call', 200),
  /** The address of the screen on which it was requested. */
  askedFrom: requiredText('Asked for on', 2000),
  state: choiceField('State', exportStates),
  rowsDone: number('Rows so far').unwrap(),
  /** The expected number of rows; null while it is unknown. */
  rowsExpected: number('Rows expected'),
  sizeBytes: number('Size'),
  fileName: text('File', 250),
  /** Why there is no file, in a sentence. */
  reason: text('Reason', 300),
  askedAt: moment('Asked for').unwrap(),
  endedAt: moment('Ended'),
  /** When the file will be deleted; null if it is not ready. */
  deletedAt: moment('Deleted on'),
})
export type ExportLine = z.output<typeof exportLine>

/** The parameters of a list or report: the query of its own call. */
const exportParameters = z.record(
  z.string().max(100),
  z.union([z.string().max(2000), z.number(), z.boolean()]),
)

/** A column of a list in its file. */
const columnKinds = ['text', 'number', 'money', 'day', 'moment', 'month', 'flag'] as const
const column = z.object({
  name: requiredText('Field', 100),
  label: requiredText('Label', 200),
  kind: choiceField('Kind', columnKinds),
  /** The prefix of each value, before a hyphen, as in numbers of records. */
  prefix: z.string().max(10).optional(),
})
export type ExportColumn = z.output<typeof column>

export const beginExport = call({
  method: 'POST',
  path: `${path}/Begin`,
  access: signedIn,
  body: z.object({
    title: requiredText('List or report', 200),
    /** The path of the call that returns the rows, and its parameters. */
    callPath: requiredText('Call', 200),
    asked: exportParameters,
    format: choiceField('Kind', formats),
    /** The columns of a list, each a field of its rows with a label. A report has its own. */
    columns: z.array(column).max(MOST_COLUMNS),
    askedFrom: requiredText('Asked for on', 2000),
  }),
  answer: id('File'),
  summary: 'Create a file of a list or report in the background, with the caller’s rights',
})

export const getMyExports = call({
  method: 'GET',
  path: `${path}/GetMine`,
  access: signedIn,
  answer: z.array(exportLine),
  summary: 'The caller’s files of lists and reports with their states, newest first',
})

export const getExportLimits = call({
  method: 'GET',
  path: `${path}/GetLimits`,
  access: signedIn,
  answer: z.object({ atOnceRows: number('Rows').unwrap(), days: number('Days').unwrap() }),
  summary: 'The number of rows from which files are created in the background, and how long they are stored',
})

export const cancelExport = call({
  method: 'POST',
  path: `${path}/Cancel/:exportJobId`,
  access: signedIn,
  params,
  answer: z.boolean(),
  summary: 'Cancel one of the caller’s files in progress, including its database query',
})

export const deleteExport = call({
  method: 'DELETE',
  path: `${path}/Delete/:exportJobId`,
  access: signedIn,
  params,
  answer: z.boolean(),
  summary: 'Delete one of the caller’s files and remove it from the list',
})

export const downloadExport = call({
  method: 'GET',
  path: `${path}/Download/:exportJobId`,
  access: signedIn,
  params,
  answer: z.unknown().describe('The bytes of the file'),
  answerType: 'application/octet-stream',
  summary: 'The content of one of the caller’s files, if they may still read its list or report',
})
