import { Button, Group, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useContext, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { formatMoney } from '#kernel/model/money.ts'
import type { Action } from '#kernel/model/workflow.ts'
import { ApiError } from '#kernel/web/api.ts'
import { notify } from '#kernel/web/notices.ts'
import { queryOf } from '#kernel/web/queries.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { FormPartsContext, useFormActions, useFormParts } from '#ui/form/formContext.ts'
import { ActionBar } from '#ui/frame/ActionBar.tsx'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { useIsAgency } from '#ui/frame/hooks.ts'
import { refusalWords } from '#ui/frame/refusalWords.ts'
import { placeOnWay, type Stop } from '#ui/frame/way.ts'
import { type AnyReview, openPath } from '../model/review.ts'
import { keyOf } from '../model/reviewed.ts'
import { faultsOf, type Rules } from '../model/rules.ts'
import { forcible } from '../model/steps.ts'
import { outWords } from './Analyst.tsx'
import styles from './desk/desk.module.css'
import type { LetterText } from './desk/Outgoing.tsx'
import { useAskedHere } from './desk/useDesk.ts'
import type { AnyDetail, Pages } from './pages.ts'
import { askRecord } from './useRecord.ts'
import { useAskIfOut } from './work/useWork.ts'

const DecisionDialog = lazy(() => import('./desk/DecisionDialog.tsx').then((one) => ({ default: one.DecisionDialog })))

export type StepProps = {
  review: AnyReview
  pages: Pages
  detail: AnyDetail
  /** Takes over what the server answered. */
  accept: (detail: AnyDetail) => void
  /** The record as last known; a review saved at once has changed it. */
  latest: () => AnyDetail
  refresh: () => Promise<void>
}

type Taken = { reason: string; seen?: string | null; letterText?: LetterText }

/** Asks for a step by the call that is made for it. */
function send({ review, pages, detail, latest }: StepProps, action: Action, taken: Taken): Promise<AnyDetail> {
  const id = keyOf(review.entity, detail)
  const step = { ...taken, version: latest().version }
  const own = pages.takes?.[action.name]
  if (own) return own({ id, ...step }, detail)
  const { calls } = review
  if (action.name.startsWith('submit')) return askRecord(calls.submit, { params: { id }, body: step })
  if (action.to === 1) return askRecord(calls.unSubmit, { params: { id }, body: step })
  return askRecord(calls.changeStatus, { body: { id, statusId: action.to ?? detail.statusId, ...step } })
}

/** Steps of the agency that end its work on a record for now: they are decided on in figures, and the next one follows. */
const endings: readonly string[] = ['return', 'review', 'backToReview', 'approve', 'approveDirectly', 'deny']
const approvals: readonly string[] = ['approve', 'approveDirectly']

type NextProps = StepProps & { before?: (action: Action) => Promise<boolean> }

/** The step that is being decided on, and how it is taken. */
function useDeciding({ before, ...props }: NextProps) {
  const { review, pages, detail, accept } = props
  const agency = useIsAgency()
  const navigate = useNavigate()
  const [deciding, setDeciding] = useState<{ action: Action; words: string } | null>(null)
  const next = agency ? placeOnWay(openPath(review, detail))?.next : undefined
  const begin = (action: Action, words = ''): boolean => {
    const isDecided = agency && endings.includes(action.name) && !pages.takes?.[action.name]
    if (isDecided) void Promise.resolve(before?.(action) ?? true).then((goes) => goes && setDeciding({ action, words }))
    return isDecided
  }
  const decide = async (action: Action, taken: Taken, then: Stop | undefined) => {
    if (before && !(await before(action)))
      throw new ApiError(409, 'The review could not be saved; the step was not taken.')
    const answer = await send(props, action, taken)
    notify(`${detail.requestNumber}: ${review.flow.steps[action.name]?.done ?? 'Done'}`)
    setDeciding(null)
    accept(answer)
    if (then && endings.includes(action.name)) await navigate(then.path)
  }
  return { deciding, next, begin, decide, close: () => setDeciding(null) }
}

/** What this person may do next with the record; who sees it as its company does sees nothing of the agency's. */
export function NextSteps(props: NextProps) {
  const { review, pages, detail, refresh } = props
  const agency = useIsAgency()
  const { deciding, next, begin, decide, close } = useDeciding(props)
  const open = detail.actions.filter(({ name }) => agency || !review.flow.steps[name]?.by.startsWith('agency'))
  const returning = open.find(({ name }) => name === 'return')
  useAskedHere((words) => returning && begin({ ...returning, label: 'Ask for documents' }, words))
  const bar = (amount: number | null) => (
    <ActionBar
      actions={open.filter((action) => action.name !== 'adminChange').map((action) => priced(action, amount))}
      run={(action, reason) => decide(action, { reason }, next)}
      opens={begin}
      byKey={agency}
    >
      {pages.Deeds && <pages.Deeds detail={detail} refresh={refresh} />}
      {open.some((action) => action.name === 'adminChange') && <ForceStatus {...props} />}
    </ActionBar>
  )
  return (
    <>
      <Amount {...props}>{bar}</Amount>
      {deciding && (
        <Suspense fallback={null}>
          <DecisionDialog
            {...props}
            {...deciding}
            next={next}
            decide={(...given) => decide(deciding.action, ...given)}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  )
}

/** An approval says how much it approves. */
const priced = (action: Action, amount: number | null): Action =>
  amount !== null && approvals.includes(action.name)
    ? { ...action, label: `${action.label} ${formatMoney(amount)}` }
    : action

type AmountProps = Pick<StepProps, 'pages' | 'detail'> & { children: (amount: number | null) => ReactNode }

/** What an approval would approve; within the review it follows what is typed. */
function Amount({ pages, detail, children }: AmountProps) {
  const parts = useContext(FormPartsContext)
  if (parts && pages.amount) return <TypedAmount {...{ pages, detail, children }} />
  return children(pages.amount?.(detail, null) ?? null)
}

function TypedAmount({ pages, detail, children }: AmountProps) {
  const typed = useWatch({ control: useFormParts().form.control })
  return children(pages.amount?.(detail, typed) ?? null)
}

/** Steps that the rules of the review must allow. */
const checked: readonly string[] = ['review', 'approve', 'approveDirectly']

/** The same within the review: what was typed is saved, and checked where it ends the review, before a step is taken. */
export function SavingSteps(props: StepProps) {
  const { review, latest } = props
  const { changed, save, applyFaults } = useFormActions()
  const before = async ({ name }: Action) => {
    if (changed && !(await save())) return false
    const rules = (checked.includes(name) ? (review.reviewRules ?? {}) : {}) as Rules<AnyDetail, AnyDetail>
    const faults = faultsOf(rules, latest(), latest())
    applyFaults(faults)
    return faults.length === 0
  }
  return <NextSteps {...props} before={before} />
}

/** The administrator's forced change of status. */
function ForceStatus({ review, detail, accept, latest }: StepProps) {
  const confirm = useConfirm()
  const { flow, labelOf, calls, entity } = review
  const others = forcible(flow).filter((status) => status !== detail.statusId)
  const [status, setStatus] = useState(others[0] ?? 1)
  const change = () =>
    confirm({
      title: `Force the status to ${labelOf(status, null)}?`,
      text: flow.steps.adminChange?.confirm ?? '',
      confirmLabel: 'Force status',
      danger: true,
      reason: { label: 'Reason', required: true, maxLength: 4000 },
      deed: async (reason) => {
        const body = { id: keyOf(entity, detail), statusId: status, reason, version: latest().version }
        // The dialog says why it was refused; that it failed is told as everywhere (ERR-01).
        accept(await askRecord(calls.forceStatus, { body }, { quiet: false }))
        notify('The status is changed.')
      },
    })
  return (
    <Group gap="xs">
      <NativeSelect
        aria-label="Status to force"
        value={String(status)}
        onChange={(event) => setStatus(Number(event.currentTarget.value))}
        data={others.map((one) => ({ value: String(one), label: labelOf(one, null) }))}
      />
      <Button variant="subtle" color="red" onClick={() => void change()}>
        Force status
      </Button>
    </Group>
  )
}

/** A deed outside of the forms: a failure is told as everywhere (ERR-01), and the server's words stay beside it. */
function useDeed() {
  const [words, setWords] = useState<readonly string[]>([])
  const run = async (deed: () => Promise<void>) => {
    setWords([])
    await deed().catch((error: unknown) => setWords(refusalWords(error)))
  }
  const refusal = (
    <span role="alert" className={styles.refused}>
      {words.join(' ')}
    </span>
  )
  return { run, refusal }
}

const NOBODY = '0'
const NOBODY_YET = 'Nobody yet'

/** Who reviews the record; the agency gives it to one of its analysts. */
export function Analyst({ review, detail, accept, latest }: StepProps) {
  const readOnly = useReadOnly()
  const { run, refusal } = useDeed()
  const askIfOut = useAskIfOut()
  const { data: analysts = [] } = useQuery({ ...queryOf(review.calls.analysts, {}), enabled: detail.canAssign })
  if (!detail.canAssign || readOnly || detail.decided) return detail.reviewerName ?? NOBODY_YET
  const assign = async (userId: number) => {
    const given = analysts.find((one) => one.userId === userId)
    if (given && !(await askIfOut(given))) return
    const body = { id: keyOf(review.entity, detail), userId: userId || null, version: latest().version }
    await run(async () => {
      accept(await askRecord(review.calls.assign, { body }, { quiet: false }))
      notify('The analyst is changed.')
    })
  }
  const held = String(detail.reviewerId ?? NOBODY)
  const listed = analysts.map(({ userId, name, out }) => ({
    value: String(userId),
    label: out ? `${name} (${outWords(out)})` : name,
  }))
  const absent = held !== NOBODY && !listed.some((one) => one.value === held)
  return (
    <>
      <NativeSelect
        aria-label="Analyst"
        size="xs"
        value={held}
        onChange={(event) => void assign(Number(event.currentTarget.value))}
        data={[
          { value: NOBODY, label: NOBODY_YET },
          ...(absent ? [{ value: held, label: detail.reviewerName ?? '' }] : []),
          ...listed,
        ]}
      />
      {refusal}
    </>
  )
}
