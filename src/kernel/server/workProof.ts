/**
 * Loads the proof that the database requires before it grants the rights of the system: a secret that the
 * database role of requests cannot read. So a statement in a request cannot get these rights. The secret is
 * read once over a connection of the database's owner.
 */

type ProofSource = () => Promise<string>
const sources = new WeakMap<object, ProofSource>()

/** Sets the function that loads the proof for this connection. */
export function proveBy(connection: object, source: ProofSource): void {
  sources.set(connection, source)
}

/** Returns the proof for this connection. Throws for a connection that was not opened by the portal. */
export async function workProof(connection: object): Promise<string> {
  const source = sources.get(connection)
  if (!source) throw new Error('This connection was not opened for the work of the portal.')
  return source()
}
