import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { useKeys } from '#ui/frame/keys.ts'
import type { InspectionDetail } from '../model/calls.ts'
import { canTakeStep, FindingStatus } from '../model/rules.ts'
import { SelectedFinding } from './ChosenFinding.tsx'
import { AddFinding } from './FindingActs.tsx'
import { FindingRow } from './FindingRow.tsx'
import styles from './findings.module.css'
import { FINDING_KEYS_HEADING, useFindingActions } from './useFindingActions.ts'

type Props = { inspection: InspectionDetail; acts: boolean }

/** Returns whether the screen is wide enough for the selected finding next to the list. */
const useIsWide = (): boolean =>
  useMediaQuery('(min-width: 75em)', undefined, { getInitialValueInEffect: false }) ?? false

/**
 * Stores the selected finding by its index, so that the next one is selected after one is closed. Keys move
 * the selection.
 */
function useSelection(count: number) {
  const [position, setPlace] = useState(0)
  const list = useRef<HTMLTableElement>(null)
  const isMovedByKey = useRef(false)
  const index = Math.max(0, Math.min(position, count - 1))
  const move = (step: number) => {
    isMovedByKey.current = true
    setPlace(Math.max(0, Math.min(index + step, count - 1)))
  }
  useEffect(() => {
    if (!isMovedByKey.current) return
    isMovedByKey.current = false
    const button = list.current?.querySelectorAll<HTMLElement>('button[aria-pressed]')[index]
    button?.focus({ preventScroll: true })
    button?.closest('tr')?.scrollIntoView({ block: 'nearest' })
  }, [index])
  const next = { label: 'Next finding', run: () => move(1) }
  const previous = { label: 'Finding before', run: () => move(-1) }
  const keys = [
    { key: 'j', ...next },
    { key: 'ArrowDown', ...next },
    { key: 'k', ...previous },
    { key: 'ArrowUp', ...previous },
  ]
  return { at: index, choose: setPlace, list, keys: count > 1 ? keys : [] }
}

/**
 * The list of findings, those that wait for the agency first, with the selected one in detail. Keys and
 * buttons act on it.
 */
export function Findings({ inspection, acts }: Props) {
  const { findings, statusId } = inspection
  const wide = useIsWide()
  const { at: position, choose, list, keys } = useSelection(findings.length)
  const finding = findings[position]
  const judging = useFindingActions(inspection, acts)
  const pane = useRef<HTMLElement>(null)
  const open = { key: 'Enter', label: 'To the chosen finding', run: () => pane.current?.focus() }
  useKeys(FINDING_KEYS_HEADING, finding ? [...keys, open, ...judging.getKeys(finding)] : [])
  const detail = finding && (
    <SelectedFinding ref={pane} inspection={inspection} acts={acts} judging={judging} line={finding} />
  )
  return (
    <>
      <div className={styles.head}>
        <Waiting inspection={inspection} />
        {acts && canTakeStep('find', statusId) && <AddFinding inspection={inspection} />}
      </div>
      {findings.length === 0 && <p>Nothing was found yet.</p>}
      <div className={styles.parts}>
        <table ref={list} className={styles.list} hidden={findings.length === 0}>
          <caption className="visually-hidden">Findings</caption>
          <Head />
          <tbody>
            {findings.map((line, index) => (
              <FindingRow
                key={line.inspectionFindingId}
                line={line}
                chosen={index === position}
                onChoose={() => choose(index)}
                detail={!wide && index === position ? detail : null}
              />
            ))}
          </tbody>
        </table>
        {wide && detail}
      </div>
    </>
  )
}

const Head = () => (
  <thead>
    <tr>
      <th scope="col">No.</th>
      <th scope="col">Finding</th>
      <th scope="col">Severity</th>
      <th scope="col">8823</th>
      <th scope="col">Cure by</th>
      <th scope="col">Answer of the owner</th>
      <th scope="col">Before, after</th>
      <th scope="col">Waits for</th>
    </tr>
  </thead>
)

/** The number of findings that wait for the agency, those that wait for the owner, and the closed ones. */
function Waiting({ inspection: { findings } }: { inspection: InspectionDetail }) {
  const count = (waits: string) => findings.filter((line) => line.waitsFor === waits).length
  const [answers, late, inTime] = [count('Agency'), count('Owner, overdue'), count('Owner')]
  const closedCount = findings.filter((line) => line.statusId === FindingStatus.CLOSED).length
  return (
    <p className={styles.waiting}>
      {answers > 0 && <strong>{`Waits for the agency: ${answers}`}</strong>}
      {late + inTime > 0 && (
        <span data-late={late > 0 || undefined}>
          <b>{`Waits for the owner: ${late + inTime}`}</b>
          {late > 0 && ` ${late} overdue`}
        </span>
      )}
      {closedCount > 0 && <span>{`✓ ${closedCount} closed`}</span>}
    </p>
  )
}
