import { z } from 'zod'
import { entity } from '#kernel/model/entity.ts'
import { day, id, longText, moment, number, ref, requiredText, text } from '#kernel/model/field.ts'

/**
 * A question from the agency to a company about a record that stays under review, with the answer. The days
 * between the question and the answer count neither for the record's age nor for the agency's promised day
 * (domain: a record that waits for its company).
 */
export const RecordQuestion = entity('RecordQuestion', {
  table: 'record_question',
  key: 'recordQuestionId',
  label: 'Question',
  companyScoped: true,
  fields: {
    recordQuestionId: id('Question'),
    kind: requiredText('Kind of record', 100),
    recordId: id('Record'),
    propertyId: ref('Property', 'Property'),
    managementCompanyId: ref('Management company', 'ManagementCompany'),
    filedCompanyId: ref('Filed by company', 'ManagementCompany'),
    question: longText('Question', 2000).unwrap().min(1, '*Field is required'),
    dueDate: day('Answer by').unwrap(),
    askedBy: ref('Asked by', 'User'),
    askedAt: moment('Asked'),
    askedOn: day('Asked on').unwrap(),
    answer: longText('Answer', 4000),
    answerFiles: text('Documents', 2000),
    answeredBy: ref('Answered by', 'User'),
    answeredAt: moment('Answered'),
    closedOn: day('Closed on'),
    version: number('Version').unwrap(),
  },
})

const { recordQuestionId, question, dueDate, askedOn, answer, answerFiles, answeredAt, closedOn } =
  RecordQuestion.fields
const name = z.string().nullable()

/** A question with its answer, as the record's screen shows it. */
export const questionLine = z.object({
  recordQuestionId,
  question,
  dueDate,
  askedOn,
  answer,
  answerFiles,
  answeredAt,
  closedOn,
  askedByName: name,
  answeredByName: name,
})
export type QuestionLine = z.infer<typeof questionLine>

/** The bodies to ask and to answer; documents come with the answer. */
export const askBody = z.object({ question, dueDate })
export const answerBody = z.object({ answer: answer.optional() })

/** The document type of files that are attached to an answer. */
export const ANSWER_DOCUMENT = 'Answer to a question'

/** Returns the question that waits for its answer. A record has at most one. */
export const openQuestion = (questions: readonly QuestionLine[]): QuestionLine | undefined =>
  questions.find((line) => line.closedOn === null)
