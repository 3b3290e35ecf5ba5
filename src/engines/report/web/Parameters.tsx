import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import type { Answer } from '#kernel/model/call.ts'
import { addMonths, formatDate, getMonthStart, monthName, parseDay, today } from '#kernel/model/dates.ts'
import { getFieldMeta } from '#kernel/model/field.ts'
import { IconFilter } from '#ui/frame/icons.ts'
import { useKeys } from '#ui/frame/keys.ts'
import { Panel } from '#ui/table/Panel.tsx'
import {
  ALL,
  type AnyReport,
  chosenFilters,
  type getFilterBlockDefaults,
  getGroups,
  unitOptions,
} from '../model/index.ts'
import { getParameterText, getReportParameters, type ParameterChoices } from '../model/parameters.ts'
import styles from './report.module.css'

export type Block = Answer<typeof getFilterBlockDefaults>
type Option = { value: string; label: string }

/** How many past months and years are offered. */
const MONTHS = 48
const YEARS = 12
/** The filters in the line of parameters. The others are under "More filters". */
const inlineFilters = ['propertyStatus', 'managementCompanyId', 'regionId', 'countyId']

const getPastMonths = (): Option[] =>
  Array.from({ length: MONTHS }, (_, back) => addMonths(getMonthStart(today()), -back)).map((month) => ({
    value: month,
    label: monthName(month),
  }))
const getPastYears = (): Option[] =>
  Array.from({ length: YEARS }, (_, back) => String(Number(today().slice(0, 4)) - back)).map((value) => ({
    value,
    label: value,
  }))

/** Returns the options of a parameter; undefined for parameters that are typed. */
function getOptions(report: AnyReport, block: Block, name: string): Option[] | undefined {
  const schema = (getReportParameters(report) as AnyReport['parameters'])[name]!
  const meta = getFieldMeta(schema)
  if (report.months?.includes(name)) return getPastMonths()
  const served = block.options[name]
  if (served) return served.map(({ value, label }) => ({ value: String(value), label: label ?? '' }))
  if (meta?.labels) return Object.entries(meta.labels).map(([value, label]) => ({ value, label }))
  const values = getValues(schema)
  if (values) return values.map((value) => ({ value, label: report.words?.[name]?.[value] ?? value }))
  return meta?.kind === 'number' && /year$/i.test(name) ? getPastYears() : undefined
}

function getValues(schema: AnyReport['parameters'][string]): string[] | undefined {
  const { entries, innerType } = schema.def as { entries?: Record<string, string>; innerType?: typeof schema }
  return entries ? Object.keys(entries) : innerType && getValues(innerType)
}

type Props = {
  report: AnyReport
  block: Block
  choices: ParameterChoices
  /** The parameters that the screen sets itself, which are not offered. */
  without: readonly string[]
  onChange: (choices: ParameterChoices) => void
}

/** The line with the parameters of a report: its own, the filters of properties, subtotals and exceptions. */
export function Parameters(props: Props) {
  const { report, choices, without, onChange } = props
  const line = useRef<HTMLFieldSetElement>(null)
  useKeys('This report', [
    {
      key: 'p',
      label: 'Parameters',
      run: () => line.current?.querySelector<HTMLElement>('select, input')?.focus(),
    },
  ])
  const matchingParameters = Object.keys(report.parameters).filter((name) => !without.includes(name))
  const filters = chosenFilters.filter((name) => !without.includes(name))
  const set = (change: ParameterChoices) => onChange({ ...choices, ...change })
  return (
    <fieldset ref={line} aria-label="Parameters" className={styles.parameters} data-noprint>
      {[...matchingParameters, ...filters.filter((name) => inlineFilters.includes(name))].map((name) => (
        <Parameter key={name} {...props} name={name} />
      ))}
      <MoreFilters {...props} names={filters.filter((name) => !inlineFilters.includes(name))} />
      {report.ofProperties && (
        <NativeSelect
          size="xs"
          aria-label="Subtotals by"
          data={[
            { value: '', label: 'No subtotals' },
            ...Object.entries(getGroups(report)).map(([value, label]) => ({
              value,
              label: `By ${label.toLowerCase()}`,
            })),
          ]}
          value={choices.groupBy ?? ''}
          onChange={(event) => set({ groupBy: event.currentTarget.value })}
        />
      )}
      {report.exceptions && (
        <Checkbox
          size="xs"
          label={report.exceptions}
          checked={choices.exceptionsOnly === 'true'}
          onChange={(event) => set({ exceptionsOnly: event.currentTarget.checked ? 'true' : '' })}
        />
      )}
    </fieldset>
  )
}

function Parameter({ report, block, choices, name, onChange }: Props & { name: string }) {
  const schema = (getReportParameters(report) as AnyReport['parameters'])[name]!
  const label = getFieldMeta(schema)?.label ?? name
  const options = getOptions(report, block, name)
  const value = getParameterText(block.defaults, choices, name)
  const set = (selected: string) => onChange({ ...choices, [name]: selected })
  if (getFieldMeta(schema)?.kind === 'flag')
    return (
      <Checkbox
        size="xs"
        label={label}
        checked={value === 'true'}
        onChange={(event) =>
          set(event.currentTarget.checked ? 'true' : name in block.defaults ? 'false' : '')
        }
      />
    )
  if (!options) {
    const isDay = getFieldMeta(schema)?.kind === 'day'
    return (
      <TypedParameter
        key={value}
        label={label}
        isDay={isDay}
        value={value === ALL ? '' : value}
        onChange={set}
      />
    )
  }
  // For a parameter with a default, "all" must be a separate value.
  const none = name in block.defaults ? ALL : ''
  const data = [
    ...(schema.safeParse(undefined).success ? [{ value: none, label: `${label}: all` }] : []),
    ...options.map((option) => ({ value: option.value, label: `${label}: ${option.label}` })),
  ]
  return (
    <NativeSelect
      size="xs"
      className={styles.parameter}
      aria-label={label}
      data={data}
      value={value || none}
      onChange={(event) => set(event.currentTarget.value)}
    />
  )
}

type TypedProps = { label: string; isDay: boolean; value: string; onChange: (value: string) => void }

/** A parameter that is typed. It takes effect when the field loses focus or Enter is pressed. */
function TypedParameter({ label, isDay, value, onChange }: TypedProps) {
  const [input, setInput] = useState((isDay && formatDate(value, 'MM/DD/YYYY')) || value)
  const selected = (isDay && parseDay(input.trim())) || input.trim()
  const send = () => selected !== value && onChange(selected === '' ? ALL : selected)
  return (
    <TextInput
      size="xs"
      className={styles.typed}
      data-day={isDay || undefined}
      label={label}
      value={input}
      onChange={(event) => setInput(event.currentTarget.value)}
      onBlur={send}
      onKeyDown={(event) => event.key === 'Enter' && send()}
    />
  )
}

function MoreFilters({ names, ...props }: Props & { names: readonly string[] }) {
  const { choices, onChange, without } = props
  const size = unitOptions.findIndex(
    (unitOption) =>
      String(unitOption.unitsFrom) === choices.unitsFrom &&
      String(unitOption.unitsTo ?? '') === (choices.unitsTo ?? ''),
  )
  const set = names.filter((name) => choices[name]).length + Number(size >= 0)
  return (
    <Panel
      label={set > 0 ? `More filters: ${set}` : 'More filters'}
      title="More filters"
      icon={<IconFilter size={16} aria-hidden />}
      side="start"
    >
      {names.map((name) => (
        <Parameter key={name} {...props} name={name} />
      ))}
      {!without.includes('projectId') && (
        <NativeSelect
          size="xs"
          aria-label="Units"
          data={[
            { value: '-1', label: 'Units: all' },
            ...unitOptions.map(({ label }, index) => ({ value: String(index), label: `Units: ${label}` })),
          ]}
          value={String(size)}
          onChange={(event) => {
            const unitOption = unitOptions[Number(event.currentTarget.value)]
            const [unitsFrom, unitsTo] = [
              String(unitOption?.unitsFrom ?? ''),
              String(unitOption?.unitsTo ?? ''),
            ]
            onChange({ ...choices, unitsFrom, unitsTo })
          }}
        />
      )}
    </Panel>
  )
}
