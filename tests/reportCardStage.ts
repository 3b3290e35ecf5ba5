import type * as calls from '#features/statements/reportCard/model/calls.ts'
import type { CardView } from '#features/statements/reportCard/model/view.ts'
import type { Answer } from '#kernel/model/call.ts'
import type { Portal, Reply } from '#tests/portal.ts'

export type { CardView }
export type Outcome = Answer<typeof calls.getByAfsId>

/**
 * Maple Grove's statement of 2025 in dollars by account code (domain 5.4, 8.4). It balances, with 66,760 of
 * current assets and 915,310 of liabilities.
 */
const figures: Readonly<Record<string, number>> = {
  1110: 300,
  1120: 58_420,
  1130: 2_860,
  1135: 1_980,
  1200: 3_200,
  1191: 16_800,
  1310: 9_000,
  1320: 62_400,
  1330: 54_000,
  1420: 1_691_040,
  2110: 11_860,
  2131: 3_420,
  2150: 4_310,
  2170: 28_680,
  2191: 15_900,
  2210: 1_140,
  2320: 700_000,
  2321: 150_000,
  3130: 984_690,
  5120: 381_600,
  5220: 22_896,
  5250: 1_500,
  5410: 1_200,
  5910: 8_000,
  6310: 35_654,
  6320: 22_722,
  6370: 4_104,
  6450: 22_660,
  6452: 16_240,
  6510: 78_300,
  6710: 64_250,
  6820: 41_040,
  6825: 5_100,
  6850: 2_100,
}

/** The principal that is paid off each year, in dollars. */
const PRINCIPAL = 27_360

/**
 * Inserts statements of Maple Grove for 2022 to 2025. The last one is submitted and the others are approved.
 */
export async function stageStatements({ owner }: Portal): Promise<void> {
  for (const year of [2022, 2023, 2024, 2025]) {
    const owed = { ...figures, 2320: figures[2320]! + (2025 - year) * PRINCIPAL }
    const result = await owner.query<{ id: number }>(
      `insert into annual_statement (property_id, year, period_start, period_end, statement_type, opinion, going_concern, audit_firm,
        audit_contact, status_id, submitted, submitted_by_id)
      values (1, $1, make_date($1, 1, 1), make_date($1, 12, 31), 'Audit', 'Unmodified', false, 'Demo Audit CPAs', 'Ann Lee, ann@audit.example',
        case when $1 = 2025 then 2 else 5 end, make_timestamptz($1 + 1, 3, 28, 15, 0, 0, 'UTC'), 5) returning afs_id as id`,
      [year],
    )
    await owner.query(
      `insert into annual_statement_line (afs_id, property_id, code, position, amount)
      select $1, 1, key, key::integer, value::numeric from jsonb_each_text($2::jsonb)`,
      [result.rows[0]!.id, JSON.stringify(owed)],
    )
  }
}

/** Helpers that work on report cards through their calls. */
export const cardDesk = (portal: () => Portal) => {
  const put = (persona: string, name: string, id: number, body: object = {}) =>
    portal().ask(persona, 'PUT', `/api/AFSReportCard/${name}/${id}?of=statement`, body)
  const get = (persona: string, tail: string) => portal().ask(persona, 'GET', `/api/AFSReportCard/${tail}`)
  const readCard = async (reply: Promise<Reply>): Promise<CardView> => (await reply).body as CardView
  const loadOutcome = async (persona: string, afsId: number) =>
    (await get(persona, `GetByAFSId/${afsId}`)).body as Outcome
  const save = ({ card }: CardView, values: object) =>
    portal().ask('agency.write', 'PUT', '/api/AFSReportCard', {
      afsReportCardId: card.afsReportCardId,
      version: card.version,
      ...values,
    })
  /** Loads a report card again. */
  const reloadCard = ({ card }: CardView) =>
    readCard(get('agency.write', `vm/${card.afsReportCardId}?of=card`))
  /** Answers every question with Yes, with a comment. */
  const answerAll = async (cardView: CardView) => {
    const answers = cardView.checklist.map(({ id }) => ({ id, answer: 'yes', comment: 'Seen.' }))
    await save(cardView, { answers })
    return reloadCard(cardView)
  }
  /** Adds a finding to a report card. */
  const addFinding = (cardView: CardView, values: object) =>
    portal().ask('agency.write', 'POST', '/api/AFSReportCardFinding', {
      afsReportCardId: cardView.card.afsReportCardId,
      kind: 'cure',
      ...values,
    })
  return { put, get, readCard, loadOutcome, save, reloadCard, answerAll, addFinding }
}
