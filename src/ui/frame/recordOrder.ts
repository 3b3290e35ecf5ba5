import { currentSession } from '#kernel/web/session.ts'
import { addressLastSeen } from './address.ts'

/** A record of a list: the path of its screen, and its label. */
export type Stop = { path: string; label: string }

/**
 * The position of a record in its list as last shown. `at` counts from one, and `list` is the address of the
 * list.
 */
export type Place = {
  at: number
  count: number
  previous?: Stop | undefined
  next?: Stop | undefined
  list: string
}

type Order = { person: number; list: string; stops: readonly Stop[] }

const STORED = 'rooftree.order'
const MOST_ORDERS = 10
/**
 * The orders of the lists on the last screen with lists, the latest first. A property shows several lists at
 * once.
 */
let orders: readonly Order[] | null = null

const getUserId = (): number => currentSession()?.userId ?? 0
const getScreen = (address: string): string => address.split('?', 1)[0]!

/**
 * Stores the current order of a list's records, for going from one record to the next.
 */
export function setRecordOrder(stops: readonly Stop[]): void {
  const order = { person: getUserId(), list: location.hash.slice(1), stops }
  const otherOrders = getOrders().filter(
    ({ list, stops: [first] }) =>
      getScreen(list) === getScreen(order.list) && !stops.some(({ path }) => path === first?.path),
  )
  orders = [order, ...otherOrders].slice(0, MOST_ORDERS)
}

/** Stores the order for a reload of the record that was opened from it. */
export function storeRecordOrder(): void {
  if (orders) sessionStorage.setItem(STORED, JSON.stringify(orders))
}

function getOrders(): readonly Order[] {
  orders ??= readStoredOrders()
  return orders.filter(({ person }) => person === getUserId())
}

function readStoredOrders(): readonly Order[] {
  try {
    return JSON.parse(sessionStorage.getItem(STORED) ?? '[]') as Order[]
  } catch {
    return []
  }
}

/** Returns the first record of the list as last shown. */
export const firstInOrder = (): Stop | undefined => getOrders()[0]?.stops[0]

/**
 * Returns the position of the record at an address in the list it was opened from; null if it was not opened
 * from a list.
 */
export function placeInOrder(path: string): Place | null {
  for (const { stops, list } of getOrders()) {
    const index = stops.findIndex((stop) => stop.path === path)
    if (index < 0) continue
    return {
      at: index + 1,
      count: stops.length,
      previous: stops[index - 1],
      next: stops[index + 1],
      list: addressLastSeen(getScreen(list)) ?? list,
    }
  }
  return null
}

/**
 * Returns the paths of the other records in a record's list, the following ones before the preceding ones,
 * and each nearest first. They help to find its place if the record is no longer in the list.
 */
export function neighborsInOrder(path: string): readonly string[] {
  for (const { stops } of getOrders()) {
    const paths = stops.map((stop) => stop.path)
    const index = paths.indexOf(path)
    if (index >= 0) return [...paths.slice(index + 1), ...paths.slice(0, index).reverse()]
  }
  return []
}
