import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { today } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'
import { notify } from '#kernel/web/notices.ts'
import { describeDeviceError } from '#offline/web/index.ts'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { getCureDays, isUrgent, Severity, severityLabels } from '../../model/rules.ts'
import type { FindingFields } from '../../model/visitCalls.ts'
import { categoryOptions } from '../words.ts'
import type { DisplayedFinding, DisplayedVisit } from './overlay.ts'
import { PhotoRow } from './PhotoRow.tsx'
import { runOncePerInput } from './runOncePerInput.ts'
import { PageHead } from './UnitPage.tsx'
import type { PageProps } from './Visit.tsx'
import styles from './visit.module.css'
import {
  getFindingDraft,
  getNewFindingPhotoSubject,
  getPhotoSubject,
  removeFinding,
  writeFinding,
  writePhoto,
} from './write.ts'

type Place = Pick<FindingFields, 'area' | 'unit'>
type Props = PageProps & { finding: DisplayedFinding | null; place: Place }

const getFields = ({
  area,
  unit,
  bin,
  location,
  standardCode,
  severity,
  description,
  category8823,
}: FindingFields) => ({
  area,
  unit,
  bin,
  location,
  standardCode,
  severity,
  description,
  category8823,
})

function getInitialFields({ visit, finding, place }: Props): FindingFields {
  if (finding) return getFields(finding)
  const bin = visit.units.find((unit) => unit.unit === place.unit)?.bin ?? null
  const severity = place.area === 'File' ? Severity.FILE : Severity.MODERATE
  return { ...place, bin, location: null, standardCode: null, severity, description: '', category8823: null }
}

/**
 * Returns the fields of a finding and a function to change them. Every change is stored as a draft, so that
 * it survives closing the page or a dead battery.
 */
function useDraftFields(props: Props) {
  const { visit, finding, place } = props
  const name = finding ? finding.local : ['new', place.area, place.unit].join(' ')
  const [draft] = useState(() => getFindingDraft(visit.complianceInspectionId, name))
  const [fields, setFields] = useState<FindingFields>(() => ({ ...getInitialFields(props), ...draft.read() }))
  const set = (parts: Partial<FindingFields>) => {
    const next = { ...fields, ...parts }
    setFields(next)
    draft.write(next)
  }
  return { fields, set, drop: draft.drop }
}

/**
 * The page for entering or changing a finding: standard, place, building, severity, description, photos, and
 * line of Form 8823.
 */
export function FindingPage(props: Props) {
  const { visit, writes, go, finding } = props
  const { fields, set, drop } = useDraftFields(props)
  const [fault, setFault] = useState('')
  const back = () => go(fields.unit ? `unit ${fields.unit}` : '')
  const notifyFailure = (error: unknown) => notify(describeDeviceError(error), { kind: 'warning' })
  // Tapping twice must store one finding: without this, the second tap would create another finding or change
  // the first.
  const [storeOnce] = useState(() =>
    runOncePerInput((input: { finding: DisplayedFinding | null; fields: FindingFields }) =>
      writeFinding(visit.complianceInspectionId, input.fields, input.finding, today()),
    ),
  )
  const store = async (): Promise<string> => {
    const local = await storeOnce({ finding, fields })
    drop()
    return local
  }
  const save = () => {
    if (fields.description.trim() === '') return setFault('Enter what was found.')
    void store().then(back, notifyFailure)
  }
  return (
    <>
      <PageHead title={[fields.area, fields.unit].filter(Boolean).join(' ')} onBack={back} />
      <fieldset disabled={!writes} className={styles.fields}>
        <StandardAndPlace visit={visit} fields={fields} set={set} />
        <Severities visit={visit} fields={fields} set={set} />
        <Description fields={fields} set={set} fault={fault} />
      </fieldset>
      <Photos {...props} save={store} onFailure={notifyFailure} />
      <fieldset disabled={!writes} className={styles.fields}>
        <Line8823 fields={fields} set={set} />
      </fieldset>
      {writes && (
        <footer className={styles.foot}>
          {finding && <Remove {...props} finding={finding} onGone={back} onFailure={notifyFailure} />}
          <Button className={styles.big} onClick={save}>
            Save finding
          </Button>
        </footer>
      )}
    </>
  )
}

const Description = ({ fields, set, fault }: Omit<Part, 'visit'> & { fault: string }) => (
  <Textarea
    label="Description"
    size="md"
    rows={4}
    maxLength={2000}
    autoCapitalize="sentences"
    value={fields.description}
    error={fault || undefined}
    onChange={(event) => set({ description: event.currentTarget.value })}
  />
)

const Line8823 = ({ fields, set }: Omit<Part, 'visit'>) => (
  <NativeSelect
    label="Line of Form 8823"
    size="md"
    value={fields.category8823 ?? ''}
    data={[{ value: '', label: 'None' }, ...categoryOptions]}
    onChange={(event) => set({ category8823: event.currentTarget.value || null })}
  />
)

type Part = { visit: DisplayedVisit; fields: FindingFields; set: (parts: Partial<FindingFields>) => void }

function StandardAndPlace({ visit, fields, set }: Part) {
  const standards = useId()
  const choose = (standardCode: string) => {
    const standard = visit.standards.find((item) => item.standardCode === standardCode)
    set({
      standardCode: standardCode || null,
      ...(standard && fields.area !== 'File' ? { severity: standard.severity } : {}),
    })
  }
  return (
    <>
      <TextInput
        label="Standard"
        size="md"
        maxLength={60}
        list={standards}
        autoComplete="off"
        value={fields.standardCode ?? ''}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      <datalist id={standards}>
        {visit.standards.map(({ standardCode }) => (
          <option key={standardCode} value={standardCode} />
        ))}
      </datalist>
      <TextInput
        label="Place"
        size="md"
        maxLength={100}
        value={fields.location ?? ''}
        onChange={(event) => set({ location: event.currentTarget.value || null })}
      />
      <NativeSelect
        label="Building"
        size="md"
        value={fields.bin ?? ''}
        data={[
          { value: '', label: 'None' },
          ...visit.buildings.map(({ bin, name }) => ({
            value: bin,
            label: [name, bin].filter(Boolean).join(', '),
          })),
        ]}
        onChange={(event) => set({ bin: event.currentTarget.value || null })}
      />
    </>
  )
}

/** Describes how long the owner has to cure a finding of this severity, by the agency's settings. */
function describeCureTime({ cure }: DisplayedVisit, severity: number): string {
  const time = `Cure within ${plural(getCureDays(severity, cure), 'day', 'days')}`
  return isUrgent(severity)
    ? `${time} of the finished visit, which tells the owner. Tell the site manager on the spot.`
    : `${time} of the report.`
}

function Severities({ visit, fields, set }: Part) {
  return (
    <div>
      <div role="radiogroup" aria-label="Severity" className={styles.severities}>
        {Object.entries(severityLabels).map(([value, label]) => (
          <label key={value} data-severity={value}>
            <input
              type="radio"
              name="severity"
              checked={fields.severity === Number(value)}
              onChange={() => set({ severity: Number(value) })}
            />
            {label}
          </label>
        ))}
      </div>
      <p className={styles.hint}>{describeCureTime(visit, fields.severity)}</p>
    </div>
  )
}

type Saving = { save: () => Promise<string>; onFailure: (error: unknown) => void }

/** Warns that a photo is blurred. The photo is stored anyway, unless the inspector takes it again. */
const warnOfBlur = (unsharp: boolean): void => {
  if (unsharp) notify('This photo is blurred. Take it again, or leave it as it is.', { kind: 'warning' })
}

/** The photos of a finding. Taking a photo of an unsaved finding saves the finding first. */
function Photos({ visit, writes, go, finding, place, save, onFailure }: Props & Saving) {
  const { complianceInspectionId: id } = visit
  const take = async (photo: File) => {
    if (finding) return warnOfBlur(await writePhoto(id, getPhotoSubject(finding), finding, photo))
    const key = await save()
    // The finding is saved now, even if there is no space for its photo, and must not be saved twice.
    await writePhoto(id, getNewFindingPhotoSubject(key), place, photo)
      .then(warnOfBlur)
      .finally(() => go(`finding ${key}`))
  }
  return <PhotoRow finding={finding} writes={writes} onTake={(photo) => void take(photo).catch(onFailure)} />
}

function Remove({
  visit,
  finding,
  onGone,
  onFailure,
}: Props & { finding: DisplayedFinding; onGone: () => void } & Pick<Saving, 'onFailure'>) {
  const confirm = useConfirm()
  const ask = () =>
    void confirm({
      title: 'Remove this finding',
      text: 'Only for findings entered by mistake. Its photos are removed, too.',
      confirmLabel: 'Remove',
      action: () => removeFinding(visit.complianceInspectionId, finding).then(onGone, onFailure),
    })
  return (
    <Button variant="default" className={styles.big} onClick={ask}>
      Remove…
    </Button>
  )
}
