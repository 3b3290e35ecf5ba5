import { currentTemplate } from '#features/statements/reportCard/model/checklist.ts'
import { metrics } from '#features/statements/reportCard/model/ratios.ts'
import { stepWay } from './reviewWays.ts'
import type { Way } from './ways.ts'

const answers = JSON.stringify(
  currentTemplate.items.map(({ id }) => ({ id, answer: 'yes', comment: 'Seen.' })),
)
const origins = metrics.map(({ id }) => `('${id}')`).join(', ')

/**
 * SQL that completes the report card of a statement: answers every question, drops the findings of metrics,
 * cures the other findings, and stores the figures that a decision stores.
 */
export const completeCardSql = `
  with card as (insert into afs_report_card (afs_id, property_id, year, template_version, answers)
      select afs_id, property_id, year, ${currentTemplate.version}, '${answers}' from annual_statement where afs_id = $1
      on conflict (afs_id) where archived_at is null do update set answers = excluded.answers returning *),
    kept as (insert into afs_report_card_figures (afs_report_card_id, property_id, figures)
      select afs_report_card_id, property_id, '{"metrics": [], "checklist": [], "prior": null}' from card
      on conflict (afs_report_card_id) do nothing),
    cured as (update afs_report_card_finding f set cured_on = '2026-01-20' from card where f.afs_report_card_id = card.afs_report_card_id)
  insert into afs_report_card_finding (afs_report_card_id, afs_id, property_id, origin, kind, dropped_reason)
  select afs_report_card_id, afs_id, property_id, origin, 'cure', 'For the test' from card, (values ${origins}) o (origin)
  on conflict (afs_report_card_id, origin) where origin is not null do nothing`

const getPath = (name: string) => `/api/AFSReportCard/${name}/:id`

/** Marks the id in the path as a statement's id, because the same path also takes the id of a report card. */
const addressByStatement = (route: Way): Way => ({
  ...route,
  sample: (...sampleArgs) => {
    const { url, body } = route.sample(...sampleArgs)
    return { url: `${url}?of=statement`, body }
  },
})

/** Ways to take the steps of a statement through the calls of its report card. */
export const cardWays: Way[] = [
  stepWay(getPath('StartReview'), () => ({ name: 'startReview' })),
  stepWay(getPath('Approve'), () => ({ name: 'approve' })),
  stepWay(getPath('CloseInNonCompliance'), () => ({ name: 'deny' })),
  stepWay(getPath('CloseAFSNonCompliance'), () => ({ name: 'closeNonCompliance' })),
  stepWay(getPath('Reopen'), () => ({ name: 'reopen' })),
].map(addressByStatement)
