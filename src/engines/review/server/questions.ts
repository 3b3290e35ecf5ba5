import { type RawBuilder, sql } from 'kysely'
import { notifyPerson } from '#core/correspondence/messages/server/index.ts'
import { isAgency } from '#kernel/model/access.ts'
import { daysBetween, formatDate } from '#kernel/model/dates.ts'
import { REQUIRED } from '#kernel/model/field.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { isWithAgency } from '#kernel/model/status.ts'
import { insertRow, lockRow, updateRow } from '#kernel/server/rows.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { ANSWER_DOCUMENT, openQuestion, type QuestionLine, RecordQuestion } from '../model/questions.ts'
import { type AnyReview, openPath } from '../model/review.ts'
import { attachTo } from './documents.ts'
import { type AnyRow, type Kit, now } from './kit.ts'
import { mailAbout } from './mails.ts'
import { person } from './people.ts'

/**
 * SQL: joins to each record of a review, as `asked_about`, the days it waited for answers, the open
 * question's days, and whether a question was answered. See `getReviewWaits`.
 */
export const questionsSql = (review: AnyReview, key: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  left join (select record_id, sum(closed_on - asked_on)::integer as days,
  bool_or(answered_at is not null) as answered,
      min(asked_on) filter (where closed_on is null) as since,
      min(due_date) filter (where closed_on is null) as until
    from record_question where kind = ${review.name}
    group by record_id) asked_about on asked_about.record_id = ${key}`

/**
 * SQL: the days that record `r` waited for its company, and the day since which it waits now. It needs the
 * join of `questionsSql`.
 */
export const getReviewWaits = ({ entity }: AnyReview) =>
  'waitedDays' in entity.fields
    ? {
        days: sql`r.waited_days + coalesce(asked_about.days, 0)`,
        since: sql`least(r.waiting_since, asked_about.since)`,
      }
    : { days: sql`coalesce(asked_about.days, 0)`, since: sql`asked_about.since` }

/** Computes the same as `getReviewWaits` for one record, from its questions and its own columns. */
export function computeReviewWaits(row: AnyRow, questions: readonly QuestionLine[]) {
  const { waitedDays, waitingSince } = row as AnyRow & { waitedDays?: number; waitingSince?: string | null }
  const closedQuestions = questions.filter((line) => line.closedOn !== null)
  const since = [waitingSince, openQuestion(questions)?.askedOn].filter((day) => typeof day === 'string')
  return {
    waitedDays:
      (waitedDays ?? 0) +
      closedQuestions.reduce((days, line) => days + daysBetween(line.askedOn, line.closedOn!), 0),
    waitingSince: since.sort()[0] ?? null,
  }
}

/**
 * SQL: all questions about a record of a review, the newest first, as JSON of {@link QuestionLine}s.
 */
export const questionsJson = ({ name }: AnyReview, key: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (select coalesce(jsonb_agg(jsonb_build_object('recordQuestionId', l.record_question_id, 'question',
  l.question,
      'dueDate', l.due_date, 'askedOn', l.asked_on, 'answer', l.answer, 'answerFiles', l.answer_files,
      'answeredAt', l.answered_at,
      'closedOn', l.closed_on, 'askedByName', ${person('a')}, 'answeredByName', ${person('b')})
      order by l.record_question_id desc), '[]')
    from record_question l left join app_user a on a.user_id = l.asked_by left
    join app_user b on b.user_id = l.answered_by
    where l.kind = ${name} and l.record_id = ${key})`

/**
 * Closes the open questions about a record: it goes back or is decided, so the answer is no longer awaited.
 */
export async function closeQuestions(context: AnyContext, { review }: Kit, id: number): Promise<void> {
  await sql`update record_question set closed_on = ${context.settings.today()}, version = version + 1
    where kind = ${review.name} and record_id = ${id} and closed_on is null`.execute(context.db)
}

type QuestionRow = {
  kind: string
  recordId: number
  askedBy: number | null
  closedOn: string | null
  answeredAt: string | null
}

/** Locks an open question of a record. Others are not found (404), and closed ones are refused (409). */
async function lockOpenQuestion(
  context: AnyContext,
  { review }: Kit,
  id: number,
  questionId: number,
): Promise<QuestionRow> {
  const row = (await lockRow(context, RecordQuestion, questionId)) as QuestionRow
  if (row.kind !== review.name || row.recordId !== id) return refuse.notFound('This question')
  if (row.answeredAt) refuse.conflict('This question was answered already. The agency has the answer.')
  if (row.closedOn) refuse.conflict('The agency does not wait for this answer any more.')
  return row
}

/** Locks a record and asks its company a question about it. The record stays under review. */
export async function askCompany(
  context: AnyContext,
  kit: Kit,
  id: number,
  { question, dueDate }: { question: string; dueDate: string },
): Promise<void> {
  const { review } = kit
  const row = (await lockRow(context, review.entity, id)) as AnyRow
  if (!isWithAgency(row.statusId))
    refuse.conflict(`Only a ${review.noun} that the agency has can be asked about.`)
  const today = context.settings.today()
  if (!question.trim()) refuse.invalid([{ field: 'question', message: `Question: ${REQUIRED}` }])
  if (dueDate < today)
    refuse.invalid([{ field: 'dueDate', message: 'Answer by: Choose today or a later day.' }])
  const open = await sql<{ dueDate: string }>`select due_date from record_question
    where kind = ${review.name} and record_id = ${id} and closed_on is null`.execute(context.db)
  const [openQuestionRow] = open.rows
  if (openQuestionRow)
    refuse.conflict(
      `The company was asked already, until ${formatDate(openQuestionRow.dueDate, 'MM/DD/YYYY')}. Withdraw that question first.`,
    )
  const { propertyId = null, managementCompanyId = null, filedCompanyId } = row
  await insertRow(context, RecordQuestion, {
    kind: review.name,
    recordId: id,
    filedCompanyId,
    question,
    dueDate,
    askedOn: today,
    ...(propertyId === null ? { managementCompanyId } : { propertyId }),
    askedBy: context.actor.userId,
    askedAt: now(context),
  })
  const deadlineText = `Please answer by ${formatDate(dueDate, 'MM/DD/YYYY')}. The ${review.noun} stays under review.`
  await mailAbout(context, kit, row, 'asked', [question, deadlineText])
}

/** Stores the company's answer with its documents, and notifies the analyst. */
export async function answerAgency(
  context: AnyContext,
  kit: Kit,
  { id, questionId }: { id: number; questionId: number },
  answer: string | null,
): Promise<void> {
  if (isAgency(context.actor)) refuse.forbidden('The company answers the question.')
  const row = (await lockRow(context, kit.review.entity, id)) as AnyRow
  const { askedBy } = await lockOpenQuestion(context, kit, id, questionId)
  const { uploads } = context
  if (!answer?.trim() && uploads.length === 0)
    refuse.invalid([{ field: 'answer', message: 'Answer: Write an answer or add a document.' }])
  const files = uploads.length > 0 ? await attachTo(context, kit, row, ANSWER_DOCUMENT) : []
  const answerFiles = files.map(({ fileName }) => fileName).join(', ') || null
  await updateRow(context, RecordQuestion, questionId, {
    answer: answer?.trim() || null,
    answerFiles,
    closedOn: context.settings.today(),
    answeredBy: context.actor.userId,
    answeredAt: now(context),
  })
  const { review } = kit
  const text = [answer, answerFiles].filter(Boolean).join(' · ')
  const { propertyId = null } = row
  const about = {
    taskName: `${review.entity.label} ${review.numberOf(id)}`,
    url: openPath(review, row),
    propertyId,
  }
  const reader = row.reviewerId ?? askedBy
  if (reader) await notifyPerson(context, reader, { ...about, message: `Answered: ${text}` })
  await mailAbout(context, kit, row, 'answered', [text])
}

/** Withdraws a question: the agency no longer waits for the answer. */
export async function withdrawQuestion(
  context: AnyContext,
  kit: Kit,
  { id, questionId }: { id: number; questionId: number },
): Promise<void> {
  await lockRow(context, kit.review.entity, id)
  await lockOpenQuestion(context, kit, id, questionId)
  await updateRow(context, RecordQuestion, questionId, { closedOn: context.settings.today() })
}
