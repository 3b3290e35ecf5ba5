import { setting } from '#kernel/model/setting.ts'

const group = 'Exports'

/** The agency's settings for files of lists and reports. */
export const exportSettings = {
  atOnceRows: setting({
    group,
    key: 'export_at_once_rows',
    label: 'A list or report with more rows than this is exported in the background',
    kind: 'number',
    unit: 'rows',
    least: 1,
    default: 10_000,
    source: 'Agency decision: what a browser can handle without getting slow',
  }),
  perPerson: setting({
    group,
    key: 'export_per_person',
    label: 'Exports that a person may have in progress at the same time',
    kind: 'number',
    unit: 'files',
    least: 1,
    default: 3,
    source: 'Agency decision: everybody gets a turn',
  }),
  days: setting({
    group,
    key: 'export_days',
    label: 'Prepared files are deleted after',
    kind: 'days',
    unit: 'days',
    least: 1,
    default: 7,
    source: 'Agency decision: figures become outdated',
  }),
}
