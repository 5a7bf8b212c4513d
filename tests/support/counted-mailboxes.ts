/** Addresses, and the mailboxes as which the limits of the edge and of the database count them. */
export const countedMailboxes: [address: string, mailbox: string][] = [
  ["Ana@Cliente.example", "ana@cliente.example"],
  ["ana+web@cliente.example", "ana@cliente.example"],
  ["ana+a+b@cliente.example", "ana@cliente.example"],
  ["ana.mora@cliente.example", "ana.mora@cliente.example"],
  ["+web@cliente.example", "+web@cliente.example"],
  ["a.n.a+web@gmail.com", "ana@gmail.com"],
  ["a.na@GoogleMail.com", "ana@gmail.com"],
];
