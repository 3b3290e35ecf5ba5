import { type RawBuilder, sql } from 'kysely'
import { buildChart } from '#core/money/chart/model/index.ts'
import { dueRuleSettings } from '#core/portfolio/tasks/model/index.ts'
import { recordSql, recordsSql } from '#engines/worksheet/server/index.ts'
import { type Detail, statements as declared } from '#features/statements/annualStatement/model/index.ts'
import { statements } from '#features/statements/annualStatement/server/index.ts'
import { delinquentSql } from '#features/statements/surplusCash/server/index.ts'
import { isAgencyWriter } from '#kernel/model/access.ts'
import { addDays, agencyDay } from '#kernel/model/dates.ts'
import { type AnyEntity, type Row, snakeCase } from '#kernel/model/entity.ts'
import { toCents } from '#kernel/model/money.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { isDecided, RequestStatus } from '#kernel/model/status.ts'
import { lockRow, readRow } from '#kernel/server/rows.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { sqlStatus } from '#kernel/server/statusSql.ts'
import { currentTemplate, getAnswers, getTemplate } from '../model/checklist.ts'
import { AFSReportCard, AFSReportCardCustomIncome, AFSReportCardFinding } from '../model/entities.ts'
import { getFindings, getProposals, getSentFindings, type StoredFinding } from '../model/findings.ts'
import { getLetterKind, getReportCardLetter, type LetterKind } from '../model/letter.ts'
import { computeMetrics } from '../model/metrics.ts'
import type { Facts } from '../model/questions.ts'
import { reportCardSettings as settings, type Thresholds, thresholds } from '../model/settings.ts'
import { type CardView, cardStatement } from '../model/view.ts'
import type { ComparisonRows } from './comparison.ts'
import { getReportCardFacts } from './facts.ts'
import type { Snapshot } from './snapshot.ts'
import { getReportCardYears, type YearRow, yearsSql } from './years.ts'

export type CardRow = Row<typeof AFSReportCard>
type StatementKey = { afsId: number; propertyId: number; year: number }

/** The number of years that a card uses: its own, the three shown next to it, and the one before those. */
const YEAR_COUNT = 5

/**
 * Creates the card of a statement under review, with the checklist of its fiscal year. An existing card
 * stays.
 */
export async function ensureCard(
  { db }: AnyContext,
  { afsId, propertyId, year }: StatementKey,
): Promise<void> {
  await sql`insert into afs_report_card (afs_id, property_id, year, template_version)
    values (${afsId}, ${propertyId}, ${year}, ${getTemplate(year).version})
    on conflict (afs_id) where archived_at is null do nothing`.execute(db)
}

/** Loads a card of a statement with its snapshot: the card with this id, or the current one. */
export async function loadCardWithSnapshot(
  { db }: AnyContext,
  afsId: number,
  cardId: number | undefined,
): Promise<(CardRow & { snapshot: Snapshot | null }) | null> {
  const condition = cardId ? sql`c.afs_report_card_id = ${cardId}` : sql`c.archived_at is null`
  const rows = await sql<
    CardRow & { snapshot: Snapshot | null }
  >`select c.*, k.figures as snapshot from afs_report_card c
    left join afs_report_card_figures k using (afs_report_card_id) where c.afs_id = ${afsId}
    and ${condition}`.execute(db)
  return rows.rows[0] ?? null
}

/** Loads only the current card of a statement. */
export async function loadCurrentCard({ db }: AnyContext, afsId: number): Promise<CardRow | null> {
  const result =
    await sql<CardRow>`select * from afs_report_card where afs_id = ${afsId} and archived_at is null`.execute(
      db,
    )
  return result.rows[0] ?? null
}

/** Whether a statement in this status is being reviewed. */
export const isInReview = (statusId: number): boolean =>
  statusId === RequestStatus.UNDER_REVIEW || statusId === RequestStatus.REVIEWED

/**
 * Locks a card and its statement, and refuses (409) if the card may not be edited: archived, or decided.
 * `decided` allows cards of a statement closed in non-compliance.
 */
export async function lockEditableCard(
  context: AnyContext,
  cardId: number,
  decided = false,
): Promise<CardRow> {
  const card = await lockRow(context, AFSReportCard, cardId)
  if (card.archivedAt !== null)
    refuse.conflict('This report card is archived: its statement went back to its company.')
  const result = await sql<{
    statusId: number
  }>`select status_id from annual_statement where afs_id = ${card.afsId} for share`.execute(context.db)
  const statusId = result.rows[0]?.statusId ?? 0
  if (!isInReview(statusId) && !(decided && statusId === RequestStatus.REJECTED))
    refuse.conflict(
      'This statement is decided: its report card can only be changed once the review is open again.',
    )
  return card
}

/** Loads the agency's settings for computing a card, as of a day. */
export async function loadRulesOn({ settings: values }: AnyContext, day: string) {
  const entries = await Promise.all(
    Object.entries(thresholds).map(async ([name, one]) => [name, await values.getOn(day, one)] as const),
  )
  return {
    thresholds: Object.fromEntries(entries) as Thresholds,
    coverageAfterReserve: await values.getOn(day, settings.coverageAfterReserve),
    leastForMedian: await values.getOn(day, settings.leastForMedian),
    tolerance: toCents(await values.getOn(day, settings.tolerance)),
  }
}

/**
 * SQL: the median yearly operating cost per unit of accepted statements of the same region and fiscal year,
 * and their number.
 */
const medianSql = ({ propertyId, year, afsId }: StatementKey) => sql`
  select jsonb_build_object('count', count(*), 'median',
  round((percentile_cont(0.5) within group (order by c.cost))::numeric, 2))
  from (select sum(l.amount) * 12 / s.months / p.total_units as cost
    from annual_statement s join property p using (property_id) join county k using (county_id)
    join annual_statement_line l on l.afs_id = s.afs_id and l.code ~ '^6[23457]'
    where s.year = ${year} and s.status_id = ${sqlStatus.APPROVED} and s.afs_id <> ${afsId} and s.months > 0
    and p.total_units > 0
      and k.region_id = (select o.region_id from county o join property q using (county_id)
      where q.property_id = ${propertyId})
    group by s.afs_id, s.months, p.total_units) c`

/** SQL: the records of this entity that belong to card `c`, as a list in the order of their creation. */
const listSql = ({ table, key }: AnyEntity, fields: readonly string[]) =>
  sql`${recordsSql(
    recordSql(fields, 'r'),
    sql`${sql.table(table)} r where r.afs_report_card_id = c.afs_report_card_id`,
    sql`order by r.${sql.ref(snakeCase(key))}`,
  )}`
/** The fields of a finding that a card loads, without those of its owner. */
const findingFields = Object.keys(AFSReportCardFinding.fields).filter(
  (name) => !['afsReportCardId', 'afsId', 'propertyId'].includes(name),
)

/** SQL: last year's card with the number of its sent findings: open and cured. */
const priorSql = ({ propertyId, year }: StatementKey) => sql`
  select jsonb_build_object('afsId', k.afs_id, 'year', k.year,
    'open', count(f) filter (where f.cured_on is null), 'cured',
    count(f) filter (where f.cured_on is not null))
  from afs_report_card k left join afs_report_card_finding f on f.afs_report_card_id = k.afs_report_card_id
    and f.kind = 'cure' and f.sent_on is not null and f.dropped_reason is null
  where k.property_id = ${propertyId} and k.year = ${year} - 1 and k.archived_at is null
  group by k.afs_id, k.year`

type CardRecord = {
  years: YearRow[]
  findings: StoredFinding[]
  custom: CardView['custom']
  prior: Facts['priorFindings']
  /** Cents. */
  delinquent: Facts['delinquent']
  region: { count: number; median: number | null }
  people: Record<string, string>
  snapshot: Snapshot | null
  /** The comparisons. Null if they were not requested. */
  comparison: ComparisonRows | null
}

/** A card with its data other than the annual statement. */
type CardWithData = { card: CardRow; of: CardRecord }

/**
 * Loads the card `c` of a statement and all its data other than the annual statement. Runs one SQL
 * statement.
 */
async function loadCardRecord(
  { db }: AnyContext,
  about: StatementKey,
  condition: RawBuilder<unknown>,
  comparison: RawBuilder<unknown> = sql`null`,
): Promise<CardWithData | null> {
  const rows = await sql<
    CardRow & CardRecord
  >`select c.*, (${yearsSql(about.propertyId, about.year, YEAR_COUNT)}) as years,
      ${listSql(AFSReportCardFinding, findingFields)} as findings,
      ${listSql(AFSReportCardCustomIncome, Object.keys(AFSReportCardCustomIncome.fields))} as custom,
      (${priorSql(about)}) as prior, (${delinquentSql(sql`c.afs_id`)}) as delinquent,
      (${medianSql(about)}) as region,
      (select figures from afs_report_card_figures k
      where k.afs_report_card_id = c.afs_report_card_id) as snapshot,
      (select coalesce(jsonb_object_agg(u.user_id, trim(concat(u.first_name, ' ', u.last_name))), '{}')
      from app_user u
        where u.user_id in (select (a ->> 'by')::integer from jsonb_array_elements(c.answers) a)) as people,
        ${comparison} as comparison
    from afs_report_card c where ${condition}`.execute(db)
  if (!rows.rows[0]) return null
  const {
    years,
    findings,
    custom,
    prior,
    delinquent,
    region,
    people,
    snapshot,
    comparison: around,
    ...card
  } = rows.rows[0]
  return {
    card,
    of: { years, findings, custom, prior, delinquent, region, people, snapshot, comparison: around },
  }
}

/** Loads the current card of a statement with all its data. Null if its review has not begun. */
export const loadCurrentCardData = (
  context: AnyContext,
  about: StatementKey,
  comparison?: RawBuilder<unknown>,
): Promise<CardWithData | null> =>
  loadCardRecord(context, about, sql`c.afs_id = ${about.afsId} and c.archived_at is null`, comparison)

/** The data from which a card is computed. */
export type LoadedCard = { detail: Detail; of: CardRecord }
const loadCardData = async (context: AnyContext, card: CardRow): Promise<LoadedCard> => {
  const detail = await statements.detail(context, card.afsId)
  const cardRecord = await loadCardRecord(context, card, sql`c.afs_report_card_id = ${card.afsReportCardId}`)
  return { detail, of: cardRecord!.of }
}

/**
 * How to show a card: for which letter, whether with proposals although the statement was just decided, and
 * in which earlier status.
 */
export type CardViewOptions = { letter?: LetterKind; proposing?: boolean; from?: number }

/**
 * Returns the due date of a statement without a task: a number of days after its period, set by the agency
 * (domain 47.6).
 */
const computeDueDate = async ({ settings: values }: AnyContext, { periodEnd }: Detail): Promise<string> =>
  addDays(periodEnd, await values.get(dueRuleSettings.afsDueDays))

/**
 * Computes the ratios and answers of a card from its current statement, by the rules of the day of its
 * decision or of today.
 */
export async function computeCard(context: AnyContext, card: CardRow, { detail, of }: LoadedCard) {
  const rules = await loadRulesOn(
    context,
    detail.decided ? agencyDay(detail.decided) : context.settings.today(),
  )
  const years = getReportCardYears(buildChart(detail.accounts), of.years)
  const year =
    years[0]?.year === card.year ? years[0] : refuse.conflict('The period of this statement has no month.')
  const median = of.region.count >= rules.leastForMedian ? of.region.median : null
  const metrics = computeMetrics(years, { ...rules, median })
  const checklist = getAnswers(
    getTemplate(card.templateVersion),
    getReportCardFacts(detail, year, rules.tolerance, {
      ...of,
      dueDate: await computeDueDate(context, detail),
    }),
    card.answers,
  )
  return { metrics, checklist, prior: of.prior && { afsId: of.prior.afsId, year: of.prior.year } }
}

/**
 * Returns the content of a card without the facts of its statement: its snapshot once it is decided or
 * archived, otherwise as `reckon` computes it.
 */
export async function buildCardAnswer(
  context: AnyContext,
  { card, of }: CardWithData,
  { statusId: now, submitted }: Pick<Detail, 'statusId' | 'submitted'>,
  { letter, proposing = false, from }: CardViewOptions,
  compute: () => ReturnType<typeof computeCard>,
) {
  const archived = card.archivedAt !== null
  const statusId = (archived ? of.snapshot?.statusId : from) ?? now
  const snapshot = archived || !isInReview(statusId) ? of.snapshot : null
  const { metrics, checklist, prior } = snapshot ?? (await compute())
  const findings =
    snapshot?.findings ??
    (isDecided(statusId) && !proposing
      ? getSentFindings(of.findings)
      : getFindings(getProposals(metrics, checklist), of.findings))
  const kind = letter ?? getLetterKind(statusId, findings)
  const cureDays = await context.settings.get(settings.cureDays)
  const cureBy = addDays(context.settings.today(), cureDays)
  return {
    statusId,
    statusLabel: declared.labelOf(statusId, submitted),
    metrics,
    checklist,
    findings,
    prior,
    custom: snapshot?.custom ?? of.custom,
    coverage: snapshot?.coverage ?? null,
    letter: snapshot?.letter ?? {
      kind,
      paragraphs: getReportCardLetter(kind, {
        year: card.year,
        submitted,
        metrics,
        findings,
        cureBy,
        cureDays,
        hand: card.letterTexts,
      }),
    },
  }
}

/** Returns a card as its screen shows it. */
export async function loadReportCardView(
  context: AnyContext,
  card: CardRow,
  options: CardViewOptions = {},
  loaded?: LoadedCard,
): Promise<CardView> {
  const { detail, of: cardData } = loaded ?? (await loadCardData(context, card))
  const { statusId, statusLabel, ...cardAnswer } = await buildCardAnswer(
    context,
    { card, of: cardData },
    detail,
    options,
    () => computeCard(context, card, { detail, of: cardData }),
  )
  const writable = card.archivedAt === null && isAgencyWriter(context.actor)
  return {
    card,
    statement: cardStatement.parse({ ...detail, statusId, statusLabel }),
    ...cardAnswer,
    people: cardData.people,
    currentTemplate: currentTemplate.version,
    open: writable && isInReview(statusId),
    mayCure: writable && (isInReview(statusId) || statusId === RequestStatus.REJECTED),
  }
}

/** Returns the view of a card by its id; not found (404) without one. */
export const loadCardView = async (context: AnyContext, cardId: number): Promise<CardView> =>
  loadReportCardView(context, await readRow(context, AFSReportCard, cardId))
