import {
  type MouseEvent,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import type { PartProps } from '#engines/review/web/index.ts'
import { createColumnReader, getRecordChart } from '#engines/worksheet/model/index.ts'
import { type AccountTarget, useFigureRows } from '#engines/worksheet/web/index.ts'
import { formatMoney, fromCents } from '#kernel/model/money.ts'
import { useFormParts } from '#ui/form/formContext.ts'
import { changeQuery } from '#ui/frame/address.ts'
import { whenIdle } from '#ui/frame/later.tsx'
import { ScreenSkeleton } from '#ui/frame/Screen.tsx'
import { useAddressValue } from '#ui/frame/useAddressed.ts'
import { type DeskPart, SheetDesk } from '#ui/worksheet/desk/SheetDesk.tsx'
import { SheetFoot } from '#ui/worksheet/desk/SheetFoot.tsx'
import { type Gap, getAnnualStatementGaps, groupGapsByKind, hasAnyAmount } from '../model/gaps.ts'
import type { Detail } from '../model/statements.ts'
import styles from './annual.module.css'
import type { StatementValues } from './formLines.ts'
import { parts, preloadPart, type StatementPart } from './parts.tsx'
import { useTies } from './schedules/index.ts'

const isOnThisScreen = (part: StatementPart) => !('to' in part)
const keys = parts.map((part) => part.key)
const money = (cents: number) => formatMoney(fromCents(cents), { whole: cents % 100 === 0 })
type Props = PartProps<Detail> & {
  readOnly: boolean
  /** The import and export buttons at the top of each worksheet. */
  files: ReactNode
  /** The buttons of the form, and the button that deletes the draft. */
  buttons?: ReactNode
  remove?: ReactNode
}
/** Opens a part of the statement and, if given, selects an account and a column in it. */
type GoTo = (part: string, account?: string, column?: string) => void

/**
 * Shows a statement one part at a time, with the number of open points of each part at the left, and at the
 * bottom whether it balances.
 */
export function Frame(props: Props) {
  const { key, target, goTo } = useGoTo()
  // Loads the other parts before they are opened, so that they also work without a connection.
  useEffect(() => whenIdle(() => parts.forEach(preloadPart)), [])
  const { detail, readOnly } = props
  const { form } = useFormParts()
  const values = useWatch({ control: form.control }) as { lines: readonly object[] }
  const ties = useTies(detail)
  const gaps = getAnnualStatementGaps({ ...detail, ...values }, detail, ties)
  const part = parts.find((part) => part.key === key) ?? parts[0]!
  const follow = useFigureLinks(detail, part.key, goTo)
  const hasBegun = hasAnyAmount(values.lines)
  const next = useGoToNextPart(gaps, part.key, goTo)
  return (
    <div className={styles.frame} onClickCapture={follow}>
      <SheetDesk
        label="Parts of the statement"
        parts={getDeskParts(props, gaps, hasBegun)}
        at={part.key}
        onGo={goTo}
        embedded={readOnly}
        below={<RailFooter gaps={gaps} begun={hasBegun} {...props} />}
        foot={<Foot {...props} at={part.key} gaps={gaps} begun={hasBegun} onGo={goTo} />}
      >
        <section aria-label={part.label} className={styles.part} data-noprint>
          <Content
            {...props}
            key={part.key}
            part={part}
            gaps={gaps}
            target={target?.part === part.key ? target : undefined}
            onGo={goTo}
            onNoProblem={next}
          />
        </section>
      </SheetDesk>
    </div>
  )
}

/**
 * Returns a click handler that shows a linked figure of this screen without navigating, so that typed
 * entries are not lost.
 */
function useFigureLinks(detail: Detail, partKey: string, goTo: GoTo) {
  const ownPrefix = `#/afs/view/${detail.year}/${detail.propertyId}?part=`
  // Links with a modifier key, or to other screens, work as usual.
  return (event: MouseEvent<HTMLElement>) => {
    const to = (event.target as HTMLElement).closest('a')?.getAttribute('href')
    if (!to?.startsWith(ownPrefix) || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    event.stopPropagation()
    const query = new URLSearchParams(to.slice(to.indexOf('?')))
    goTo(query.get('part') ?? partKey, query.get('account') ?? undefined)
  }
}

/**
 * Returns the key of the part shown, the account to select in it, and the function that opens another part.
 */
function useGoTo() {
  const [key, setKey] = useAddressValue('part', 'opinion', keys)
  const [target, setTarget] = useState<(AccountTarget & { part: string }) | null>(null)
  const goTo = useCallback<GoTo>(
    (part, account, column) => {
      setKey(part)
      // Going to another part leaves the account that a link pointed to.
      changeQuery((query) => (account ? query.set('account', account) : query.delete('account')))
      setTarget(account ? { part, code: account, column } : null)
    },
    [setKey],
  )
  return { key, target, goTo }
}

type GapProps = { gaps: readonly Gap[]; onGo: GoTo }
type ContentProps = Props &
  GapProps & { part: StatementPart; target: AccountTarget | undefined; onNoProblem: () => void }

function Content({ part, ...props }: ContentProps) {
  const { detail, readOnly, refresh, files, gaps, onGo, target, onNoProblem } = props
  const watched = part.key === 'certifications' ? gaps : null
  // Only the certifications part shows gaps, so the other parts do not render again when gaps change.
  return useMemo(
    () =>
      'Content' in part ? (
        <Suspense fallback={<ScreenSkeleton rows={6} />}>
          <part.Content
            detail={detail}
            readOnly={readOnly}
            refresh={refresh}
            files={files}
            onGo={onGo}
            target={target}
            onNoProblem={onNoProblem}
            gaps={watched ?? []}
          />
        </Suspense>
      ) : null,
    [part, detail, readOnly, refresh, files, onGo, target, onNoProblem, watched],
  )
}

/** Returns the parts for the list at the left, each with a check mark or the number of its open points. */
const getDeskParts = ({ detail, readOnly }: Props, gaps: readonly Gap[], isBegun: boolean): DeskPart[] =>
  parts.map((part) => {
    const { key, label } = part
    if ('to' in part)
      return {
        key,
        label,
        link:
          detail.afsId > 0 ? (
            <Link to={part.to(detail.afsId)}>
              <span>{label}</span>
            </Link>
          ) : (
            <span>{label}, once it is saved</span>
          ),
      }
    if (readOnly) return { key, label }
    if (key === 'certifications') return { key, label, mark: `${detail.certifications.length} of 2` }
    return { key, label, ...(isBegun ? { open: gaps.filter((gap) => gap.part === key).length } : {}) }
  })

function RailFooter({ gaps, begun, readOnly, remove }: Props & { gaps: readonly Gap[]; begun: boolean }) {
  if (readOnly) return null
  const completeCount = parts.filter(
    (part) => isOnThisScreen(part) && !gaps.some((gap) => gap.part === part.key),
  ).length
  return (
    <div className={styles.below}>
      <span>{begun ? `${completeCount} of ${parts.length} parts in order` : 'Not begun'}</span>
      {remove}
    </div>
  )
}

type FootProps = Props & GapProps & { at: string; begun: boolean }

/**
 * Shows whether the statement balances, its result, its gaps, and the buttons to the previous and next
 * part.
 */
function Foot({ detail, at, gaps, begun, onGo, readOnly, buttons }: FootProps) {
  const rows = useFigureRows<StatementValues>('lines')
  const read = createColumnReader(getRecordChart(detail), rows)
  const difference = read('1000T') - read('2033T')
  const partsHere = parts.filter(isOnThisScreen)
  const index = partsHere.findIndex((part) => part.key === at)
  const [before, after] = [partsHere[index - 1], partsHere[index + 1]]
  const next = useNextGap(onGo)
  const figure = (label: string, code: string) => ({ label, value: begun ? money(read(code)) : '' })
  return (
    <SheetFoot
      label="Balance of the statement"
      figures={[
        figure('Total assets 1000T', '1000T'),
        figure('Liabilities 2000T + equity 3130', '2033T'),
        begun
          ? {
              label: 'Balance',
              value: difference === 0 ? '✓ Balanced' : `Difference ${money(difference)}`,
              state: difference === 0 ? 'fine' : 'open',
            }
          : { label: 'Balance', value: 'Not begun' },
        figure('5060N Operating profit', '5060N'),
        figure('3250 Net profit', '3250'),
      ]}
      gaps={
        readOnly
          ? []
          : groupGapsByKind(gaps).map(({ words, gaps: of }) => ({ words, go: () => next(words, of) }))
      }
      before={before && (() => onGo(before.key))}
      after={after && { ...(readOnly ? {} : { label: after.label }), go: () => onGo(after.key) }}
      buttons={buttons}
    />
  )
}

/**
 * Returns a function that opens the first gap of another part. It never changes, so that the worksheet does
 * not render again for it.
 */
function useGoToNextPart(gaps: readonly Gap[], partKey: string, onGo: GoTo) {
  const latest = useRef<() => void>(() => undefined)
  useEffect(() => {
    latest.current = () => {
      const gap = gaps.find(({ part }) => part !== partKey)
      if (gap) goToGap(gap, onGo)
    }
  })
  return useCallback(() => latest.current(), [])
}

const goToGap = ({ part, code, kind }: Gap, onGo: GoTo) =>
  onGo(part, code, kind === 'note' ? 'note' : undefined)

/** Returns a function that opens the gaps of a kind one after another, one per call. */
function useNextGap(onGo: GoTo) {
  const turnByKind = useRef(new Map<string, number>())
  return (kind: string, gaps: readonly Gap[]) => {
    const turn = turnByKind.current.get(kind) ?? 0
    turnByKind.current.set(kind, turn + 1)
    const gap = gaps[turn % gaps.length]
    if (gap) goToGap(gap, onGo)
  }
}
