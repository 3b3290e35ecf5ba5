import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Fault } from '#kernel/model/refusals.ts'
import { LinkButton } from '#ui/frame/LinkButton.tsx'
import { Chip } from '#ui/frame/StatusChip.tsx'
import { type ImportField, importFields } from '../model/importFields.ts'
import type { ImportContext, ImportRow } from '../model/importing.ts'
import { getFiveDigits } from '../model/places.ts'
import styles from './program2013.module.css'

/** The fields that identify a row, which are always visible. */
const identifyingFields: readonly ImportField[] = ['projectNumber', 'recordType', 'city', 'county', 'zip']

type Props = {
  row: ImportRow
  faults: readonly Fault[]
  known: ImportContext
  onChange: (next: Partial<ImportRow>) => void
  onLeaveOut: () => void
}

const getText = (row: ImportRow, name: ImportField): string => row[name] ?? ''

/**
 * An imported row with faults: inputs for its identifying and its faulty fields, and buttons that fill in the
 * city and county of its ZIP code.
 */
export function RepairRow({ row, faults, known, onChange, onLeaveOut }: Props) {
  const messageByField = new Map(faults.map(({ field, message }) => [field, message]))
  // A corrected field stays in place, so that the input does not vanish while a person types.
  const [editedFields, setEditedFields] = useState<readonly string[]>([])
  const fields = importFields.filter(
    ({ name }) => identifyingFields.includes(name) || messageByField.has(name) || editedFields.includes(name),
  )
  const change = (next: Partial<ImportRow>) => {
    setEditedFields([...new Set([...editedFields, ...messageByField.keys()])])
    onChange(next)
  }
  return (
    <li className={styles.repair} data-done={faults.length === 0 || undefined}>
      <div className={styles.repairHead}>
        <strong>Line {row.line}</strong> {row.projectName}
        <Chip color={faults.length === 0 ? 'green' : 'red'}>
          {faults.length === 0 ? 'In order' : faults.length === 1 ? '1 fault' : `${faults.length} faults`}
        </Chip>
        <Proposals row={row} known={known} wrong={messageByField} onChange={change} />
        <LinkButton onClick={onLeaveOut}>Leave line {row.line} out</LinkButton>
      </div>
      <div className={styles.repairFields}>
        {fields.map(({ name, label }) => (
          <TextInput
            key={name}
            size="xs"
            label={label}
            aria-label={`${label}, line ${row.line}`}
            value={getText(row, name)}
            error={messageByField.get(name)}
            onChange={(event) => change({ [name]: event.currentTarget.value })}
          />
        ))}
      </div>
    </li>
  )
}

type ProposalProps = Pick<Props, 'row' | 'known' | 'onChange'> & { wrong: ReadonlyMap<string, string> }

/** Buttons that fill in the city and county of the ZIP code, if one of them is faulty. */
function Proposals({ row, known, wrong, onChange }: ProposalProps) {
  if (!wrong.has('city') && !wrong.has('county')) return null
  const places = known.findPlaces(getFiveDigits(row.zip ?? ''))
  return places.map(({ city, county }) => (
    <Button
      key={county}
      size="compact-xs"
      variant="light"
      onClick={() => onChange({ county, ...(city && { city }) })}
    >
      Take {[city, county].filter(Boolean).join(', ')}
    </Button>
  ))
}
