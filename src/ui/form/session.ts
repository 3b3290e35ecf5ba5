import { set } from 'react-hook-form'
import type { z } from 'zod'
import { plural } from '#kernel/model/formats.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import { createFaultStore, type FaultStore } from './faultStore.ts'
import { faultsOfError, withoutLabels } from './faults.ts'
import { findValueFault, isRecord, saveable, withoutLineKeys } from './lenient.ts'
import { type Conflict, changesBetween, merge } from './merge.ts'
import { schemaAt } from './metadata.ts'
import { clock, describedConflicts, getIssues, isEmpty, isUnreached, wordsOfError } from './sessionWords.ts'
import { createSignal } from './signal.ts'

/** Values of a form by field name, in wire shape: dollars, `YYYY-MM-DD`, ids; null for nothing. */
export type Values = Record<string, unknown>

/** Where a session reads and writes the values: the form library, or a plain object. */
export interface ValuesPort {
  read: () => Values
  write: (path: string, value: unknown) => void
}

/**
 * Sends values to the server. When it answers the record as it is now, new ids and the version reach the
 * form. Throws when refused; an error may carry `faults`.
 */
export type Send = (values: Values) => Promise<unknown>

/** The options that a session gets from its form; read again at each step. */
export interface SessionOptions {
  schema: z.core.$ZodType
  readOnly: boolean
  onSave?: Send | undefined
  onSubmit?: Send | undefined
  /** Checks a save as strictly as a submit: for records that are never stored half filled in. */
  strict?: boolean | undefined
}

/** The status of a form. Replaced, never changed. */
export interface SessionState {
  /** Something was changed since the last save. */
  changed: boolean
  saving: boolean
  submitting: boolean
  /** One line about the last save, or empty. */
  status: string
  /** Whether the last save or submission was refused; its line stays while the user corrects it. */
  refused: boolean
  /** A newer version of the record, which waits for the user's decision because of the typed changes here. */
  newer: Values | null
  /** Grows by one each time faults must be shown to the user, so that the error summary takes focus again. */
  failures: number
}

/** Two clicks within this many milliseconds are one, also when the server was quick. */
const DOUBLE_CLICK = 1000

/**
 * Saves and submits one form, without React: one call in flight at a time, lenient save, strict submit,
 * faults, and the merge of typed changes with the server's answer.
 */
export class FormSession {
  readonly faults: FaultStore = createFaultStore()
  /** Fires when `state` was replaced. */
  readonly stateChanged = createSignal()
  /** Fires at each change made by the user. */
  readonly typed = createSignal()
  /** Fires when everything was saved or submitted. */
  readonly settled = createSignal()
  /** Fires when the server gave no answer. */
  readonly unreached = createSignal()
  state: SessionState = {
    changed: false,
    saving: false,
    submitting: false,
    status: '',
    refused: false,
    newer: null,
    failures: 0,
  }
  /** The values as last agreed with the server. */
  base: Values

  private readonly port: ValuesPort
  private readonly options: () => SessionOptions
  private flight: Promise<boolean> | null = null
  private typedInFlight = false
  private adopting = false
  private awaitsRecord = false
  private waiting: Values | null = null
  private submittedAt = Number.NEGATIVE_INFINITY

  constructor(port: ValuesPort, options: () => SessionOptions) {
    this.port = port
    this.options = options
    this.base = structuredClone(port.read())
  }

  /** To be called at each change of the values; changes made by the session itself are passed over. */
  noteChange(field = ''): void {
    if (this.adopting) return
    this.typedInFlight = true
    this.faults.answered(field)
    const { changed, status, refused } = this.state
    if (!changed || (status && !refused)) this.set({ changed: true, status: refused ? status : '' })
    this.typed.fire()
  }

  /** Looks again at the faults on the screen; those that were mended go, none is added. */
  recheck(): void {
    const storedFaults = this.faults.all()
    if (storedFaults.some((fault) => fault.origin === 'schema')) {
      const faultyFields = new Set(
        storedFaults.filter((fault) => fault.origin === 'schema').map((fault) => fault.field),
      )
      this.faults.replace(
        'schema',
        this.strictFaults().filter((fault) => faultyFields.has(fault.field)),
      )
    }
    for (const fault of storedFaults) if (fault.origin === 'field') this.checkField(fault.field)
  }

  /**
   * Checks one field when the user leaves it: the typed value, never whether it is missing (that waits for
   * submit).
   */
  checkField(field: string): void {
    const schema = schemaAt(this.options().schema, field)
    const value = field
      .split('.')
      .reduce<unknown>((container, part) => (container as Values | undefined)?.[part], this.port.read())
    this.faults.set('field', field, schema && !isEmpty(value) ? findValueFault(schema, value) : undefined)
  }

  /** Shows faults found by the server; each stays until its field is changed. */
  applyFaults(faults: readonly Fault[]): void {
    this.faults.replace('server', faults)
    if (faults.length > 0) this.set({ failures: this.state.failures + 1 })
  }

  /** Whether progress can be saved in this form at all. */
  canSave(): boolean {
    const { onSave, readOnly } = this.options()
    return onSave !== undefined && !readOnly
  }

  /**
   * Saves the current values (shape only, unless `strict`). `quiet` leaves the focus unchanged, because the
   * user did not request this save.
   */
  async save({ quiet = false }: { quiet?: boolean } = {}): Promise<boolean> {
    const { onSave, readOnly } = this.options()
    if (!onSave || readOnly || this.state.submitting) return false
    if (this.flight) {
      await this.flight
      return this.state.changed ? this.save({ quiet }) : true
    }
    return this.fly('saving', () => this.sendSave(onSave, quiet))
  }

  /**
   * Checks everything strictly and sends it; a second call while one is under way, or the tail of a double
   * click, answers false.
   */
  async submit(confirm?: () => Promise<boolean>): Promise<boolean> {
    const { onSubmit, readOnly } = this.options()
    if (!onSubmit || readOnly || this.state.submitting) return false
    if (performance.now() - this.submittedAt < DOUBLE_CLICK) return false
    this.set({ submitting: true })
    await this.flight
    return this.fly('submitting', () => this.sendSubmit(onSubmit, confirm))
  }

  /** See `changeElsewhere` of `FormActions`. */
  async changeElsewhere(change: () => Promise<unknown>): Promise<void> {
    while (this.flight) await this.flight
    const record = change()
    await this.fly('saving', async () => {
      const answer = await record.catch(() => null)
      if (isRecord(answer)) this.waiting = answer
      return answer !== null
    })
    await record
  }

  /**
   * Takes values read again from the server; if both sides changed the same field, they wait as `newer` for
   * the user's decision.
   */
  receive(values: Values): void {
    const ahead = Number(values.version) - Number(this.base.version)
    if (ahead < 0) return
    if (this.flight) this.waiting = values
    else if (this.awaitsRecord || !this.state.changed) this.adopt(values, this.base)
    else if (ahead > 0) {
      this.set({ newer: values })
      if (this.conflicts().length === 0) this.takeNewer('mine')
    }
  }

  /** Returns the fields that were changed in two ways, here and in the newer version. */
  conflicts(): Conflict[] {
    const { newer } = this.state
    return newer ? describedConflicts(this.base, this.port.read(), newer, this.options().schema) : []
  }

  /** Continues with the newer version: keeps the typed changes (`mine`), or discards them. */
  takeNewer(version: 'mine' | 'theirs'): void {
    const { newer } = this.state
    if (!newer) return
    this.faults.replace('server', [])
    this.adopt(newer, version === 'mine' ? this.base : structuredClone(this.port.read()))
    if (version === 'theirs') this.abandon()
  }

  /** Puts values in as if they had been typed. */
  type(values: unknown): void {
    for (const { path, value } of changesBetween(this.port.read(), values, this.options().schema))
      this.port.write(path, value)
    this.noteChange()
  }

  /** Discards the typed changes: leaving asks no question, and no draft is stored. */
  abandon(): void {
    this.set({ changed: false })
    this.settled.fire()
  }

  private set(part: Partial<SessionState>): void {
    this.state = { ...this.state, ...part }
    this.stateChanged.fire()
  }

  /**
   * Returns all faults of the strict schema. Its rules get no text where they compute with a day or a number.
   */
  private strictFaults(): Fault[] {
    const { schema } = this.options()
    const values = withoutLineKeys(this.port.read()) as Values
    const { faults } = saveable(schema, values)
    for (const { field } of faults) set(values, field, null)
    const unread = new Set(faults.map((fault) => fault.field))
    const matchingIssues = getIssues(schema, values).filter((fault) => !unread.has(fault.field))
    return withoutLabels(schema, [...matchingIssues, ...faults])
  }

  private async fly(what: 'saving' | 'submitting', send: () => Promise<boolean>): Promise<boolean> {
    this.set({ [what]: true })
    this.flight = send()
    try {
      return await this.flight
    } finally {
      this.flight = null
      this.set({ [what]: false })
      const waiting = this.waiting
      this.waiting = null
      if (waiting) this.receive(waiting)
    }
  }

  /** Shows all faults of the strict schema; answers whether there are none. */
  private passes(): boolean {
    const faults = this.strictFaults()
    this.faults.replace('field', [])
    this.faults.replace('server', [])
    this.faults.replace('schema', faults)
    if (faults.length > 0) this.set({ failures: this.state.failures + 1 })
    return faults.length === 0
  }

  private async sendSave(onSave: Send, quiet: boolean): Promise<boolean> {
    if (this.options().strict && !(quiet ? this.strictFaults().length === 0 : this.passes())) return false
    const payload = structuredClone(this.port.read())
    const { values, faults } = saveable(this.options().schema, payload)
    for (const fault of faults) {
      this.faults.set('field', fault.field, fault.message)
      // Sent as null, because the answer must not overwrite the text in the box.
      set(payload, fault.field, null)
    }
    this.typedInFlight = false
    try {
      this.agree(await onSave(values), payload)
    } catch (error) {
      this.refused(error, 'Not saved', quiet)
      return false
    }
    const exception =
      faults.length === 0 ? '' : `, except ${plural(faults.length, 'field', 'fields')} to correct`
    this.set({
      changed: this.typedInFlight || faults.length > 0,
      status: `Saved ${clock()}${exception}`,
      refused: false,
    })
    if (!this.state.changed) this.settled.fire()
    return true
  }

  private async sendSubmit(onSubmit: Send, confirm: (() => Promise<boolean>) | undefined): Promise<boolean> {
    if (!this.passes()) return false
    if (confirm && !(await confirm())) return false
    const values = structuredClone(this.port.read())
    this.typedInFlight = false
    try {
      this.agree(await onSubmit(saveable(this.options().schema, values).values), values)
    } catch (error) {
      this.refused(error, 'Not submitted', false)
      return false
    }
    this.submittedAt = performance.now()
    this.set({ changed: false, status: `Submitted ${clock()}`, refused: false })
    this.settled.fire()
    return true
  }

  private refused(error: unknown, what: string, quiet: boolean): void {
    if (isUnreached(error)) this.unreached.fire()
    const faults = withoutLabels(this.options().schema, faultsOfError(error))
    const message = wordsOfError(error)
    this.faults.replace('server', faults.length > 0 ? faults : quiet ? [] : [{ field: '', message }])
    const failures = this.state.failures + (quiet ? 0 : 1)
    this.set({ status: `${what}: ${message}`, refused: true, failures })
  }

  private agree(answer: unknown, values: Values): void {
    this.faults.replace('server', [])
    this.base = values
    this.awaitsRecord = !isRecord(answer)
    if (isRecord(answer)) this.adopt(answer, values)
  }

  private adopt(theirs: Values, from: Values): void {
    const isRecordField = (name: string) => name in from || name === 'id' || name === 'version'
    const record = Object.fromEntries(Object.entries(theirs).filter(([name]) => isRecordField(name)))
    const [{ schema }, mine] = [this.options(), this.port.read()]
    this.adopting = true
    try {
      const merged = merge(from, mine, record, schema)
      for (const { path, value } of changesBetween(mine, merged, schema)) this.port.write(path, value)
    } finally {
      this.adopting = false
    }
    this.awaitsRecord = false
    this.base = { ...structuredClone(from), ...structuredClone(record) }
    this.set({ newer: null })
  }
}
