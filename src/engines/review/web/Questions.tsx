import { Button, Group, Textarea } from '@mantine/core'
import { useState } from 'react'
import { createUploadForm, documentLimits } from '#core/platform/files/web/index.ts'
import { addDays, formatDate } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'
import { ApiError } from '#kernel/web/api.ts'
import { notify } from '#kernel/web/notices.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { getField } from '#ui/form/Field.tsx'
import { FileDrop } from '#ui/form/FileDrop.tsx'
import { Form } from '#ui/form/Form.tsx'
import { FormButtons } from '#ui/form/FormButtons.tsx'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { Dialog } from '#ui/frame/Dialog.tsx'
import { refusalWords } from '#ui/frame/refusalWords.ts'
import { askBody, openQuestion, type QuestionLine } from '../model/questions.ts'
import type { AnyReview } from '../model/review.ts'
import { getReviewKey } from '../model/reviewed.ts'
import { useRegisterAsk } from './desk/useDesk.ts'
import type { AnyDetail } from './pages.ts'
import css from './questions.module.css'
import { askRecord } from './useRecord.ts'
import { shortDate } from './words.ts'

const Field = getField(askBody)

/** The default number of days that a company has to answer. */
const USUAL_DAYS = 10

type Props = { review: AnyReview; detail: AnyDetail; accept: (detail: AnyDetail) => void }

/**
 * The agency's questions about the record and the company's answers. The open question comes first, with the
 * form to answer it or the button to withdraw it.
 */
export function Questions(props: Props) {
  const { detail } = props
  const [text, setText] = useState<string | null>(null)
  useRegisterAsk((about) => detail.canAsk && setText(about))
  const open = openQuestion(detail.questions)
  const closedQuestions = detail.questions.filter((line) => line !== open)
  if (detail.questions.length === 0 && !detail.canAsk && detail.leftOut.length === 0) return null
  return (
    <section aria-label="Questions to the company" className={css.questions}>
      {detail.leftOut.length > 0 && <p>{getLeftOutText(detail.leftOut)}</p>}
      {open && <OpenQuestion {...props} open={open} />}
      {closedQuestions.map((line) => (
        <ClosedQuestion key={line.recordQuestionId} line={line} />
      ))}
      {detail.canAsk && (
        <Button variant="default" size="xs" className={css.ask} data-noprint onClick={() => setText('')}>
          Ask the company…
        </Button>
      )}
      {detail.canAsk && detail.leftOut.length > 0 && (
        <Button
          variant="default"
          size="xs"
          className={css.ask}
          data-noprint
          onClick={() => setText(`Please tell us: ${detail.leftOut.join(', ')}.`)}
        >
          Ask for what was not given…
        </Button>
      )}
      {text !== null && <AskDialog {...props} words={text} onClose={() => setText(null)} />}
    </section>
  )
}

const getLeftOutText = (leftOut: readonly string[]): string =>
  `Not given by the filer: ${leftOut.join(', ')}.`

/** Describes since when the agency waits for an answer, and by when it is due. */
function getWaitingText({ askedOn, dueDate }: QuestionLine, today: string): string {
  const waitingText = `Waiting for the company since ${shortDate(askedOn)}, asked until ${shortDate(dueDate)}`
  return dueDate < today ? `${waitingText}. No answer came in time.` : waitingText
}

function OpenQuestion({ open, ...props }: Props & { open: QuestionLine }) {
  const { detail } = props
  const late = open.dueDate < detail.today
  return (
    <div className={css.open} data-late={late || undefined}>
      <h2>
        {detail.canAnswer
          ? `The agency asks, until ${formatDate(open.dueDate, 'MM/DD/YYYY')}`
          : getWaitingText(open, detail.today)}
      </h2>
      <p className={css.words}>{open.question}</p>
      {detail.canAnswer ? (
        <AnswerForm {...props} open={open} />
      ) : (
        detail.canAssign && <Withdraw {...props} open={open} />
      )}
    </div>
  )
}

const ClosedQuestion = ({ line }: { line: QuestionLine }) => (
  <div>
    <p className={css.words}>
      <b>
        {line.askedByName ?? 'The agency'} asked on {shortDate(line.askedOn)}:
      </b>{' '}
      {line.question}
    </p>
    <p className={css.words}>
      {line.answeredAt ? (
        <>
          <b>
            {line.answeredByName ?? 'The company'} answered on {formatDate(line.answeredAt, 'MM/DD/YYYY')}:
          </b>{' '}
          {[line.answer, line.answerFiles].filter(Boolean).join(' · ')}
        </>
      ) : (
        'Not answered; the agency does not wait for it any more.'
      )}
    </p>
  </div>
)

function Withdraw({ review, detail, accept, open }: Props & { open: QuestionLine }) {
  const confirm = useConfirm()
  const readOnly = useReadOnly()
  const withdraw = async () => {
    const { confirmed } = await confirm({
      title: 'Withdraw the question',
      text: 'The company is not asked any more, and the days of the agency’s promise count again.',
      confirmLabel: 'Withdraw',
    })
    if (!confirmed) return
    const params = { id: getReviewKey(review.entity, detail), questionId: open.recordQuestionId }
    try {
      accept(await askRecord(review.calls.withdrawQuestion, { params }))
      notify('The question is withdrawn.')
    } catch (error) {
      notify(refusalWords(error).join(' '), { kind: 'warning' })
    }
  }
  if (readOnly) return null
  return (
    <Button variant="default" size="xs" className={css.ask} data-noprint onClick={() => void withdraw()}>
      Withdraw the question
    </Button>
  )
}

function AskDialog({
  review,
  detail,
  accept,
  words,
  onClose,
}: Props & { words: string; onClose: () => void }) {
  const ask = async (values: Record<string, unknown>) => {
    const params = { id: getReviewKey(review.entity, detail) }
    accept(await askRecord(review.calls.askCompany, { params, body: values }))
    notify('The company is asked, by mail and on its home.')
    onClose()
  }
  return (
    <Dialog opened onClose={onClose} title="Ask the company">
      <Form
        schema={askBody}
        values={{ question: words, dueDate: addDays(detail.today, USUAL_DAYS) }}
        onSubmit={ask}
        label="Ask the company"
      >
        <ErrorSummary />
        <p>
          The {review.noun} stays under review. Until the answer comes, the days do not count against the
          agency’s promise.
        </p>
        <Field name="question" rows={4} />
        <Field name="dueDate" />
        <FormButtons save={null} submit="Ask" />
      </Form>
    </Dialog>
  )
}

/** The state of an answer that is being written, and the function that sends it. */
function useAnswer({ review, detail, accept, open }: Props & { open: QuestionLine }) {
  const [answer, setAnswer] = useState('')
  const [files, setFiles] = useState<readonly File[]>([])
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const send = async () => {
    if (!answer.trim() && files.length === 0) return setProblem('Write an answer or add a document.')
    setSending(true)
    try {
      const params = { id: getReviewKey(review.entity, detail), questionId: open.recordQuestionId }
      accept(
        await askRecord(review.calls.answerQuestion, {
          params,
          body: createUploadForm({ answer }, ...files),
        }),
      )
      notify('The agency has your answer.')
    } catch (error) {
      setProblem(
        error instanceof ApiError
          ? refusalWords(error).join(' ')
          : 'The answer was not sent. Please try again.',
      )
      setSending(false)
    }
  }
  return { answer, setAnswer, files, setFiles, sending, problem, send }
}

/** The form for the company's answer: a text, documents, or both. */
function AnswerForm(props: Props & { open: QuestionLine }) {
  const { answer, setAnswer, files, setFiles, sending, problem, send } = useAnswer(props)
  if (useReadOnly()) return null
  const fileLines = files.map((file, index) => ({
    id: index,
    name: file.name,
    size: file.size,
    type: file.type,
  }))
  return (
    <form
      aria-label="Answer"
      noValidate
      data-noprint
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <FileDrop
        label="Documents"
        {...documentLimits}
        files={fileLines}
        upload={async (file) => setFiles((before) => [...before, file])}
        onRemove={async ({ id }) => setFiles((before) => before.filter((_, index) => index !== id))}
      />
      <Textarea
        label="Answer"
        autosize
        minRows={2}
        maxLength={4000}
        value={answer}
        error={problem}
        onChange={(event) => setAnswer(event.currentTarget.value)}
      />
      <Group mt="xs">
        <Button type="submit" loading={sending}>
          {files.length > 0 ? `Send ${plural(files.length, 'document', 'documents')}` : 'Send answer'}
        </Button>
      </Group>
    </form>
  )
}
