import { Button } from '@mantine/core'
import { plural } from '#kernel/model/formats.ts'
import { IconCheck, IconChevronRight } from '#ui/frame/icons.ts'
import { Chip } from '#ui/frame/StatusChip.tsx'
import { Tabs } from '#ui/frame/Tabs.tsx'
import { useAddressValue } from '#ui/frame/useAddressed.ts'
import { UnitStatus, unitStatusLabels } from '../../model/entities.ts'
import { severityLabels } from '../../model/rules.ts'
import { getSeverityTone } from '../words.ts'
import { isFinishable } from './finishable.ts'
import type { DisplayedFinding, DisplayedUnit } from './overlay.ts'
import type { PageProps } from './Visit.tsx'
import styles from './visit.module.css'

const TABS = ['Units', 'Outside', 'Files']
const isOutside = ({ area }: DisplayedFinding) => area === 'Site' || area === 'Building'

/**
 * The start page of a visit with tabs for the sampled units, the findings outside and the files, and a button
 * to finish.
 */
export function VisitLists({ visit, writes, go }: PageProps) {
  const [tab, setTab] = useAddressValue('tab', 'Units', TABS)
  const { units, findings } = visit
  const count = units.filter((unit) => unit.statusId !== UnitStatus.WAITING).length
  const outside = findings.filter(isOutside)
  const files = units.filter((unit) => unit.fileToReview)
  return (
    <>
      <div className={styles.progress}>
        <b>{`${count} of ${plural(units.length, 'unit', 'units')}`}</b>
        <span>{plural(findings.length, 'finding', 'findings')}</span>
        <progress max={units.length || 1} value={count} aria-label="Units looked at" />
      </div>
      <Tabs
        label="Parts of the visit"
        tabs={[
          { label: 'Units', count: units.length },
          { label: 'Outside', count: outside.length },
          { label: 'Files', count: files.length },
        ]}
        value={tab}
        onChange={setTab}
      >
        {tab === 'Units' && <Units units={units} findings={findings} go={go} />}
        {tab === 'Outside' && <OutsideFindings findings={outside} writes={writes} go={go} />}
        {tab === 'Files' && (
          <Units
            units={files}
            findings={findings.filter((finding) => finding.area === 'File')}
            go={go}
            files
          />
        )}
      </Tabs>
      {writes && isFinishable(visit) && (
        <footer className={styles.foot}>
          <Button className={styles.big} fullWidth onClick={() => go('finish')}>
            Finish the visit…
          </Button>
        </footer>
      )}
    </>
  )
}

type UnitsProps = {
  units: readonly DisplayedUnit[]
  findings: readonly DisplayedFinding[]
  go: PageProps['go']
  files?: boolean
}

function Units({ units, findings, go, files = false }: UnitsProps) {
  if (units.length === 0)
    return (
      <p className={styles.hint}>
        {files ? 'There are no files to review.' : 'No sample has been drawn. Draw it in the inspection.'}
      </p>
    )
  return (
    <ul className={styles.rows}>
      {units.map((unit) => (
        <li key={unit.unit}>
          <button type="button" className={styles.row} onClick={() => go(`unit ${unit.unit}`)}>
            <span className={styles.unit}>{unit.unit}</span>
            <span>
              <b>
                {[unit.bin, unit.vacant ? 'vacant' : null, unit.substitute ? 'substitute' : null]
                  .filter(Boolean)
                  .join(', ') || `Unit ${unit.unit}`}
              </b>
              <small>{describeUnit(unit, findings, files)}</small>
            </span>
            {isDone(unit, files) ? (
              <IconCheck size={20} aria-label="Done" />
            ) : (
              <IconChevronRight size={20} aria-hidden />
            )}
          </button>
        </li>
      ))}
    </ul>
  )
}

const isDone = (unit: DisplayedUnit, files: boolean) =>
  files ? unit.fileReviewed : unit.statusId !== UnitStatus.WAITING

function describeUnit(unit: DisplayedUnit, findings: readonly DisplayedFinding[], files: boolean): string {
  const count = findings.filter((finding) => finding.unit === unit.unit).length
  return [
    files ? (unit.fileReviewed ? 'File reviewed' : 'File to review') : unitStatusLabels[unit.statusId],
    count > 0 ? plural(count, 'finding', 'findings') : null,
    unit.note,
    unit.waiting.length > 0 ? 'on this device' : null,
    unit.before && !isDone(unit, files) ? `before: ${unit.before}` : null,
  ]
    .filter(Boolean)
    .join(' · ')
}

function OutsideFindings({
  findings,
  writes,
  go,
}: { findings: readonly DisplayedFinding[] } & Pick<PageProps, 'writes' | 'go'>) {
  return (
    <>
      <FindingRows findings={findings} go={go} />
      {writes && (
        <div className={styles.pair}>
          <Button variant="default" className={styles.big} onClick={() => go('new Building')}>
            Finding at a building
          </Button>
          <Button variant="default" className={styles.big} onClick={() => go('new Site')}>
            Finding on the site
          </Button>
        </div>
      )}
    </>
  )
}

/** A list of findings as large rows that open the finding. */
export function FindingRows({
  findings,
  go,
}: {
  findings: readonly DisplayedFinding[]
  go: PageProps['go']
}) {
  if (findings.length === 0) return <p className={styles.hint}>No findings yet.</p>
  return (
    <ul className={styles.rows}>
      {findings.map((finding) => (
        <li key={finding.local}>
          <button type="button" className={styles.row} onClick={() => go(`finding ${finding.local}`)}>
            <span className={styles.unit}>{finding.number ?? '+'}</span>
            <span>
              <b>{[finding.area, finding.location].filter(Boolean).join(', ')}</b>
              <small>
                {[
                  finding.description,
                  describePhotoCount(finding),
                  finding.waiting.length > 0 ? 'on this device' : null,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </span>
            <Chip color={getSeverityTone(finding.severity)}>{severityLabels[finding.severity]}</Chip>
          </button>
        </li>
      ))}
    </ul>
  )
}

/**
 * Returns the number of photos of a finding in words, including those waiting on this device; null without
 * any.
 */
function describePhotoCount({ photos, waiting }: DisplayedFinding): string | null {
  const count = photos.length + waiting.filter((entry) => entry.kind === 'visit.photo').length
  return count > 0 ? plural(count, 'photo', 'photos') : null
}
