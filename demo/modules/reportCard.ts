import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import { snapshotNight } from '#features/statements/reportCard/server/night.ts'
import { AGENCY_ZONE } from '#kernel/model/dates.ts'
import type { DemoPart } from '../demoPart.ts'
import { loadLetterRows } from '../letterRows.ts'
import { CURE_DAYS } from './annualStatement/statements.ts'

/** The questions that the portal cannot answer. The analyst answers them from the audit. */
const analystQuestions = ['C5', 'C6', 'C13', 'C19', 'C20', 'C22', 'C23']
/**
 * The questions that the portal answers only if it knows certain facts, each with the SQL condition under
 * which a fact is missing and the analyst answers.
 */
const conditionByQuestion = {
  C1: 'due.request_id is null',
  C12: 'reserve.first is null',
  C16: 'scheduled.afs_id is null',
  C18: 'rights.property_id is null',
  C24: 'entity.afs_id is not null',
}
/** SQL: joins the facts that the conditions of {@link conditionByQuestion} refer to. */
const sourceJoinsSql = `
  left join (select distinct request_id from task_instance where task_type_id = ${TaskType.AFS}) due on due.request_id = a.afs_id
  left join (select r.property_id, min(greatest(r.opened_on, e.entry_date)) as first from reserve_account r
    join reserve_entry e using (reserve_account_id) where r.kind = 'Replacement reserve' group by 1) reserve
    on reserve.property_id = a.property_id and reserve.first <= a.period_end
  left join (select distinct afs_id from afs_replacement_reserves_schedule where reserve_kind = 'Replacement reserve'
    and deposits is not null) scheduled on scheduled.afs_id = a.afs_id
  left join (select distinct property_id from yearly_distributions_accrued) rights on rights.property_id = a.property_id
  left join (select distinct afs_id from annual_statement_line where code like '7%' and amount <> 0) entity on entity.afs_id = a.afs_id`
const ANALYST_COMMENT = 'Demonstration: seen in the audit.'
/** On cards that are not reviewed yet, this many questions are answered. */
const ANSWERED_BEFORE_REVIEW = 4

/** SQL: the analyst's answers for statement `a`, on the day on which the review began. */
const answersSql = `(
  select jsonb_agg(jsonb_build_object('id', 'RPC-' || q.id, 'answer', 'yes', 'comment', '${ANALYST_COMMENT}', 'by', a.reviewer_id,
    'at', a.review_started) order by q.place)
  from (values ${[...analystQuestions.map((id) => [id, 'true']), ...Object.entries(conditionByQuestion)]
    .map(([id, asked], place) => `('${id}', ${place}, ${asked})`)
    .join(', ')}) q (id, place, asked)
  where q.asked and (a.status_id > 3 or q.place < ${ANSWERED_BEFORE_REVIEW}))`

/** SQL: a card for every statement that is or was under review, with the checklist of its fiscal year. */
const cardsSql = `
  insert into afs_report_card (afs_id, property_id, year, template_version, inspection_score, answers, letter_texts, created_at)
  select a.afs_id, a.property_id, a.year, case when a.year >= 2024 then 2024 else 1990 end, null,
    ${answersSql},
    case when a.status_id = 3 and a.property_id % 3 = 0 then '{"observations": "Please tell us what you plan for the vacant units."}'::jsonb else '{}' end,
    coalesce(a.review_started, a.submitted)
  from annual_statement a ${sourceJoinsSql} where a.status_id >= 3`

/** SQL: on some cards, income that does not recur is removed from debt coverage. */
const customIncomesSql = `
  insert into afs_report_card_custom_income (afs_report_card_id, afs_id, property_id, description, amount, include)
  select k.afs_report_card_id, k.afs_id, k.property_id, 'Demonstration: insurance recovery of one time',
    -round((a.totals ->> 'revenue')::numeric * 0.02), k.property_id % 2 = 0
  from afs_report_card k join annual_statement a using (afs_id) where (k.property_id + k.year) % 23 = 0`

/**
 * Returns SQL for whether a statement was closed in non-compliance and accepted after its findings were
 * cured.
 */
const isClearedSql = (alias: string) => `(${alias}.status_id = 5 and ${alias}.opinion = 'Qualified')`
/** SQL: the day on which statement `a` was closed in non-compliance. */
const closedOnSql = `(a.decided::date - case when ${isClearedSql('a')} then ${CURE_DAYS} else 0 end)`

/**
 * SQL: the findings of statements that are or were closed in non-compliance, to be cured within thirty days.
 */
const findingsSql = `
  insert into afs_report_card_finding (afs_report_card_id, afs_id, property_id, origin, kind, sent_title, sent_needs, sent_on, cure_by,
    cured_on, cure_note)
  select k.afs_report_card_id, k.afs_id, k.property_id, f.origin, f.kind, f.title, f.needs, ${closedOnSql},
    case when f.kind = 'cure' then ${closedOnSql} + 30 end, c.on, case when c.on is not null then 'Demonstration: seen in what the owner sent' end
  from afs_report_card k join annual_statement a using (afs_id) cross join (values
    ('RPC-C17', 'cure', 'Security deposits are not fully funded', 'Fund the tenant deposits and send the bank’s confirmation.'),
    ('RPC-C2', 'cure', 'The auditor’s opinion is modified: qualified', 'Tell us what led to it and how it is put right.'),
    ('RPC-C10', 'cure', 'The statement of cash flows does not tie', 'Correct the statement of cash flows.'),
    (null, 'observation', 'Repairs were paid late in the year', '')) f (origin, kind, title, needs)
  cross join lateral (select case when f.kind = 'cure' and ${isClearedSql('a')} then a.decided::date - 2 end as on) c
  where a.status_id = 6 or ${isClearedSql('a')}`

/** SQL: the first paragraph of letters about statement `r`. */
const openingSql = `'We reviewed the ' || r.year || ' annual financial statement of {{propertyName}}, received on ' || to_char(r.submitted, 'MM/DD/YYYY') || '.'`
/** Returns SQL for the paragraphs of the letter of findings of a statement that was closed on a day. */
const findingsBodySql = (day: string) => `jsonb_build_array(${openingSql},
    'Three findings need a cure by ' || to_char(${day} + interval '30 days', 'MM/DD/YYYY') || ':',
    '1. Security deposits are not fully funded. Fund the tenant deposits and send the bank’s confirmation.',
    '2. The auditor’s opinion is modified: qualified. Tell us what led to it and how it is put right.',
    '3. The statement of cash flows does not tie. Correct the statement of cash flows.')`
/** SQL: the paragraphs of the letter of clearance for statement `r`. */
const clearanceBodySql = `jsonb_build_array(
    'The findings of our review of the ' || r.year || ' annual financial statement of {{propertyName}} are cured:',
    '1. Security deposits are not fully funded. Cured ' || to_char(r.decided - interval '2 days', 'MM/DD/YYYY') || '.',
    '2. The auditor’s opinion is modified: qualified. Cured ' || to_char(r.decided - interval '2 days', 'MM/DD/YYYY') || '.',
    '3. The statement of cash flows does not tie. Cured ' || to_char(r.decided - interval '2 days', 'MM/DD/YYYY') || '.',
    'The statement is accepted.')`

/**
 * SQL: the paragraphs of the letter of statement `r`, which is accepted, cleared, or closed with findings.
 */
const letterBodySql = `case when ${isClearedSql('r')} then ${clearanceBodySql}
  when r.status_id = 5 then jsonb_build_array(${openingSql}, 'The agency accepts the statement.') else ${findingsBodySql('r.decided')} end`

/**
 * SQL: gives each cleared statement both letters. A copy of its letter becomes the letter of findings, and
 * the letter itself becomes the clearance.
 */
const clearedLettersSql = [
  `insert into letter (property_id, entity, row_id, kind, title, data, created_by, created_at)
    select l.property_id, l.entity, l.row_id, 'denial', replace(l.title, 'Acceptance', 'Findings'),
      l.data || jsonb_build_object('body', ${findingsBodySql(`r.decided - interval '${CURE_DAYS} days'`)},
        'values', jsonb_build_object('today', to_char(r.decided - interval '${CURE_DAYS} days', 'FMMonth DD, YYYY'))),
      l.created_by, l.created_at - interval '${CURE_DAYS} days'
    from letter l join annual_statement r on l.entity = 'AFS' and r.afs_id = l.row_id where ${isClearedSql('r')}`,
  `update letter l set kind = 'clearance', title = replace(l.title, 'Acceptance', 'Clearance')
    from annual_statement r where l.entity = 'AFS' and l.kind = 'approval' and r.afs_id = l.row_id and ${isClearedSql('r')}`,
]

/** Loads report cards of the statements that were reviewed, in bulk. */
export default {
  after: ['annualStatement', 'letters', 'statementSchedules', 'surplusCash'],
  load: async ({ client }) => {
    for (const load of [cardsSql, customIncomesSql, findingsSql]) await client.query(load)
    // The figures of recently decided cards are stored after the first start. Those of thousands of older
    // cards are stored in the first night.
    const dueAt = snapshotNight.due(new Date(), AGENCY_ZONE).toISOString()
    await client.query('insert into job_run (job, due_at, started_at, finished_at) values ($1, $2, $2, $2)', [
      snapshotNight.name,
      dueAt,
    ])
    await loadLetterRows(client, {
      entity: 'AFS',
      table: 'annual_statement',
      key: 'afs_id',
      prefix: 'FS',
      label: 'annual financial statement',
      titles: { approval: 'Acceptance', denial: 'Findings' },
      body: letterBodySql,
    })
    for (const load of clearedLettersSql) await client.query(load)
  },
} satisfies DemoPart
