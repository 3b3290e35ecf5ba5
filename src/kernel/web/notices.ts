/**
 * Short messages at the bottom of the page (UI-01). It does not use React, so that any code in the browser
 * can show one. The component `Notices` shows them.
 */

/** The kind of a notice: success (the default), a warning, or an error. */
export type NoticeKind = 'success' | 'warning' | 'error'

/** A message on the screen. With `undo` it remains four times as long and offers to undo the action. */
export type Notice = {
  id: number
  text: string
  kind: NoticeKind
  undo?: (() => void) | undefined
  /** The time at which it appeared, in milliseconds of `Date.now`. */
  at: number
}

/** How long a notice remains, in milliseconds (UI-01). */
export const noticeDuration = 2500

let notices: readonly Notice[] = []
let nextId = 1
let paused = false
const timers = new Map<number, ReturnType<typeof setTimeout>>()
const listeners = new Set<() => void>()

function change(next: readonly Notice[]): void {
  notices = next
  for (const listener of listeners) listener()
}

function schedule(id: number): void {
  clearTimeout(timers.get(id))
  const stays = noticeDuration * (notices.find((notice) => notice.id === id)?.undo ? 4 : 1)
  if (!paused) timers.set(id, setTimeout(dismissNotice, stays, id))
}

/**
 * Shows `text` at the bottom for 2500 ms, green unless `kind` says otherwise (UI-01). A text already on the
 * screen restarts its time instead of appearing twice.
 */
export function notify(text: string, { kind = 'success', undo }: Partial<Notice> = {}): void {
  const existingNotice = notices.find((notice) => notice.text === text && notice.kind === kind && !undo)
  const id = existingNotice?.id ?? nextId++
  const notice = { id, text, kind, undo, at: Date.now() }
  change(
    existingNotice ? notices.map((item) => (item === existingNotice ? notice : item)) : [...notices, notice],
  )
  schedule(id)
}

/** Removes a notice. Unknown ids are ignored. */
export function dismissNotice(id: number): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  if (notices.some((notice) => notice.id === id)) change(notices.filter((notice) => notice.id !== id))
}

/**
 * The age in milliseconds below which a notice is also shown on the next page, because its action, such as a
 * deletion, led there.
 */
const RECENT = 1000

let page = ''

/** Called when a page is shown. Removes success notices of the previous page, except those with undo. */
export function clearNoticesOnNavigation(pathname: string): void {
  if (pathname === page) return
  const isFirst = page === ''
  page = pathname
  // Notices from before the first page could not be read yet.
  if (isFirst) return
  const now = Date.now()
  for (const { id, kind, undo, at } of notices)
    if (kind === 'success' && !undo && now - at >= RECENT) dismissNotice(id)
}

/** Pauses the timers while a person reads (pointer or focus on a notice). They restart afterwards. */
export function holdNotices(hold: boolean): void {
  paused = hold
  for (const { id } of notices) {
    if (hold) clearTimeout(timers.get(id))
    else schedule(id)
  }
}

/** The current notices, oldest first. The array is replaced, never changed. */
export function currentNotices(): readonly Notice[] {
  return notices
}

/** Calls `listener` at every change. Returns the function that unsubscribes. */
export function subscribeNotices(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
