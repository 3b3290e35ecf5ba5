import { AGENCY_ZONE } from '#kernel/model/dates.ts'
import { keepingNight } from '#modules/reportCard/server/night.ts'
import { loadLetterRows } from '../letterRows.ts'
import type { DemoPart } from '../part.ts'

/** What the portal does not answer by itself: the analyst has looked it up in the audit. */
const byAnalyst = ['C5', 'C6', 'C8', 'C10', 'C11', 'C13', 'C15', 'C18', 'C19', 'C20', 'C21', 'C22', 'C23', 'C24']
const COMMENT = 'Demonstration: seen in the audit.'
/** Of cards that are not reviewed yet so many questions are answered. */
const BEGUN = 6

/** SQL: answers of statement `a`, by its analyst on the day its review began. */
const answersOf = (ids: readonly string[]) =>
  `jsonb_build_array(${ids
    .map(
      (id) =>
        `jsonb_build_object('id', 'RPC-${id}', 'answer', 'yes', 'comment', '${COMMENT}', 'by', a.reviewer_id, 'at', a.review_started)`,
    )
    .join(', ')})`

/** A card for every statement that was reviewed or is; each on the checklist of its fiscal year. */
const cards = `
  insert into afs_report_card (afs_id, property_id, year, template_version, inspection_score, answers, letter_texts, created_at)
  select a.afs_id, a.property_id, a.year, case when a.year >= 2024 then 2024 else 1990 end, 72 + abs(hashtext('score' || a.property_id || a.year)) % 27,
    case when a.status_id = 3 then ${answersOf(byAnalyst.slice(0, BEGUN))} else ${answersOf(byAnalyst)} end,
    case when a.status_id = 3 and a.property_id % 3 = 0 then '{"observations": "Please tell us what you plan for the vacant units."}'::jsonb else '{}' end,
    coalesce(a.review_started, a.submitted)
  from annual_statement a where a.status_id >= 3`

/** Now and then a gain that does not come again is taken out of debt coverage. */
const incomes = `
  insert into afs_report_card_custom_income (afs_report_card_id, afs_id, property_id, description, amount, include)
  select k.afs_report_card_id, k.afs_id, k.property_id, 'Demonstration: insurance recovery of one time',
    -round((a.totals ->> 'revenue')::numeric * 0.02), k.property_id % 2 = 0
  from afs_report_card k join annual_statement a using (afs_id) where (k.property_id + k.year) % 23 = 0`

/** What was found of statements that are closed in non-compliance, to be cured within thirty days. */
const findings = `
  insert into afs_report_card_finding (afs_report_card_id, afs_id, property_id, origin, kind, told_title, told_needs, told_on, cure_by)
  select k.afs_report_card_id, k.afs_id, k.property_id, f.origin, f.kind, f.title, f.needs, a.decided::date,
    case when f.kind = 'cure' then a.decided::date + 30 end
  from afs_report_card k join annual_statement a using (afs_id) cross join (values
    ('RPC-C17', 'cure', 'Security deposits are not fully funded', 'Fund the tenant deposits and send the bank’s confirmation.'),
    ('RPC-C2', 'cure', 'The auditor’s opinion is modified: qualified', 'Tell us what led to it and how it is put right.'),
    (null, 'observation', 'Repairs were paid late in the year', '')) f (origin, kind, title, needs)
  where a.status_id = 6`

/** SQL: what the letter of statement `r` says: accepted, or closed with its two findings. */
const body = `jsonb_build_array('We reviewed the ' || r.year || ' annual financial statement of {{propertyName}}, received on ' || to_char(r.submitted, 'MM/DD/YYYY') || '.')
  || case r.status_id when 5 then jsonb_build_array('The agency accepts the statement.') else jsonb_build_array(
    'Two findings need a cure by ' || to_char(r.decided + interval '30 days', 'MM/DD/YYYY') || ':',
    '1. Security deposits are not fully funded. Fund the tenant deposits and send the bank’s confirmation.',
    '2. The auditor’s opinion is modified: qualified. Tell us what led to it and how it is put right.') end`

/** Report cards of the statements that were reviewed, loaded in bulk. */
export default {
  after: ['annualStatement', 'letters'],
  load: async ({ client }) => {
    for (const load of [cards, incomes, findings]) await client.query(load)
    // The figures of thousands of decided cards are kept in the first night, not while people wait for the first start.
    const dueAt = keepingNight.due(new Date(), AGENCY_ZONE).toISOString()
    await client.query('insert into job_run (job, due_at, started_at, finished_at) values ($1, $2, $2, $2)', [
      keepingNight.name,
      dueAt,
    ])
    await loadLetterRows(client, {
      ...{ entity: 'AFS', table: 'annual_statement', key: 'afs_id', prefix: 'FS', label: 'annual financial statement' },
      ...{ titles: { approval: 'Acceptance', denial: 'Findings' }, body },
    })
  },
} satisfies DemoPart
