import { useSyncExternalStore } from 'react'
import { type Connection, getConnection, subscribeConnection } from './connection.ts'
import { type OutboxState, outbox } from './outbox.ts'

/** Returns the waiting entries of this device, updated as they change. */
export const useOutbox = (): OutboxState => useSyncExternalStore(outbox.subscribe, outbox.state)

/** Returns whether the portal answers, updated as it changes. */
export const useConnection = (): Connection => useSyncExternalStore(subscribeConnection, getConnection)
