import type { GuidePage, Place, Says } from "#app/guide/model.ts";
import { places } from "./guidePlaces.server.ts";

const to = (words: string, place: Place) => ({ words, place });

type Way = ReturnType<typeof to>;

const says = (texts: TemplateStringsArray, ...ways: Way[]): Says =>
  texts.flatMap((text, at) => {
    const way = ways[at];
    return way ? [text, way] : [text];
  });

const clerk: GuidePage = {
  key: "clerk",
  title: "Clerk",
  role: "User",
  about: "Orders, returns and exchanges: what waits, what failed, whom we owe credit, and vouchers.",
  tasks: [
    {
      title: "Begin with what waits",
      steps: [
        says`Open ${to("Today", places.today)}, or the bell in the top bar. It says what needs a person, the oldest first.`,
        says`Follow a line: its list is filtered to exactly these records.`,
        says`'Work through', there and on lists, opens one record after the other, with its reason and what can be done on top; each button shows its key.`,
        says`'Not now' takes a line away for you until something of it changes. 'Handled, because …' in a record takes it away for everybody, with your reason.`,
      ],
      picture: {
        name: "today",
        alt: "Today: what waits in groups, a line a cause, with how many records and since when.",
      },
    },
    {
      title: "Bring a failed return on",
      steps: [
        says`Open the ${to("failed returns", places.failedReturns)} and one of them. Its head says who the customer is, what comes back and why.`,
        says`'History' says what happened, in words; 'References' holds label, slip and tracking.`,
        says`'I have this' tells the others that it is yours.`,
        says`Choose what the record offers under 'Actions'. You are asked first, and nothing is sent before you answer.`,
        says`The message on top says what came of it. The panel goes on by itself while the return moves.`,
      ],
      picture: {
        name: "return",
        alt: "Exchange Detail of a failed return: its state and actions, customer and amount, order, tabs and jobs.",
      },
    },
    {
      title: "Do one thing to many",
      steps: [
        says`Tick rows of ${to("Orders", places.orders)} or ${to("Returns and Exchanges", places.returns)}, and press the action in the bar below the list; tick 'All that match' before for the whole list.`,
        says`The review says which can, which can't and why. Untick what you leave out, then start.`,
        says`You may leave the page: ${to("Your runs", places.runs)} shows how far it came, and goes on with 'Continue'.`,
      ],
    },
    {
      title: "Somebody calls",
      steps: [
        says`Type what they say into the field on top, or on ${to("Find", places.find)}: an order's number, an email address, a name, a phone or tracking number.`,
        says`One record opens at once. Several stand by kind, with their state.`,
        says`In the panel the customer's other orders and returns stand in the head. 'Notes' is where you leave what was said.`,
      ],
    },
    {
      title: "An order that stands still",
      steps: [
        says`Open ${to("orders with a hard failure", places.hardFailures)}, or another Status in the list's filter. 'Soft Failure' is tried again by itself.`,
        says`'History' in the panel says why it stopped. Mend what its actions offer, such as the address, and retry.`,
      ],
    },
    {
      title: "Credit and vouchers",
      steps: [
        says`${to("Credits owed", places.credits)} lists whom we owe money, the longest owed first. Once it is given, say so there, with the reason.`,
        says`A customer's card: ${to("NSW Voucher", places.voucher)}, the code, 'Check Balance'. The code is selected again for the next card.`,
      ],
    },
  ],
};

const merchandiser: GuidePage = {
  key: "merchandiser",
  title: "Merchandiser",
  role: "User",
  about: "Products as each channel sees them, what is refused, pricing rules, and spreadsheets.",
  tasks: [
    {
      title: "See what a channel refuses",
      steps: [
        says`${to("Today", places.today)} counts refused products by message, over all stores. A line unfolds to its stores.`,
        says`In one store: ${to("Meta Products", places.refused)} with 'Only with Validation Status'.`,
        says`Open a product. All messages stand above its tabs, with the action that mends them where there is one.`,
      ],
      picture: {
        name: "refused",
        alt: "Meta Products of a store, only those with validation messages, which stand in their rows.",
      },
    },
    {
      title: "Validate many again",
      steps: [
        says`Filter the ${to("Meta Products", places.refused)}, tick 'All that match' in the bar below the rows, and press the action: at most 500 at a time.`,
        says`Look at the review, then start it. Each row says what came of it.`,
      ],
    },
    {
      title: "Leave a list to a colleague",
      steps: [
        says`Tick rows of ${to("Meta Products", places.refused)}, or 'All that match', and press 'Hand over' in the bar. A line of ${to("Today", places.today)} has it, too.`,
        says`Choose who, add a note if there is one, and press 'Hand over'. They have them on their Today.`,
      ],
    },
    {
      title: "A price that looks wrong",
      steps: [
        says`${to("Check a price", places.priceOfProduct)} shows what it costs through all rules that hold now, rule by rule.`,
        says`${to("Rule timeline", places.ruleTimes)} says which rules hold at which time from now on.`,
        says`In the product's panel, 'Changes' says when its price changed, and from what.`,
      ],
    },
    {
      title: "Set up a sale",
      steps: [
        says`In ${to("Custom Rules", places.rules)} press 'New Rule'. It starts disabled: name, times, for what, and what it does. The sentence below reads it back to you.`,
        says`'Preview' tries it on every product of the store: what becomes cheaper, dearer, free.`,
        says`Save it, and switch it on in the list. You are asked first wherever a price would rise or become 0.`,
        says`'Undo' stands in the message for an hour. 'History' has who changed what, for good.`,
      ],
      picture: {
        name: "rules",
        alt: "Custom Rules of a store: each rule in one sentence below its name, with its times and its switch.",
      },
    },
    {
      title: "Where a style is sold, and lists to take away",
      steps: [
        says`Open a style in the ${to("Product Master", places.master)}: it leads to the products of every store that have it.`,
        says`'Download To Excel' above a list saves it as it is filtered: these rows, or all that match.`,
        says`'Save this view' keeps a list that you open often. Your ${to("Views", places.views)} can stand in the side menu.`,
      ],
    },
  ],
};

const operator: GuidePage = {
  key: "edi",
  title: "EDI operator",
  role: "User",
  about: "What is exchanged with Myer: files, what was answered to them, and the orders that came of them.",
  tasks: [
    {
      title: "Begin with the queue",
      steps: [
        says`${to("EDI (Myer)", places.edi)} says on top what needs a person, what the partner owes us and what we owe, and gaps in the control numbers.`,
        says`Each line leads to the list of exactly these, the late ones counted.`,
        says`A gap that is explained is settled there, with the reason. Nothing goes to the partner.`,
      ],
      picture: {
        name: "edi",
        alt: "EDI (Myer): what needs a person, what is owed by and to the partner, and the ways to the lists.",
      },
    },
    {
      title: "What was not acknowledged",
      steps: [
        says`Open the ${to("interchanges without an answer", places.unacknowledged)} that one is still expected for.`,
        says`'Messages' in the panel says which were refused and by which code; 'History' what was tried.`,
        says`'Process' under 'Actions' has it taken up again. You are asked first.`,
      ],
    },
    {
      title: "Read what a file says",
      steps: [
        says`Open one of the ${to("interchanges", places.interchanges)}, then 'Segments': each segment with its name, its elements and what was found in it.`,
        says`A finding leads to its place. 'Document' has the file as it came.`,
      ],
    },
    {
      title: "Follow an order",
      steps: [
        says`Open one of the ${to("EDI orders", places.ediOrders)}, then 'Order thread': what is expected next, each line as it was ordered, confirmed and shipped, and every message in time.`,
        says`The same order as the store has it: the link in its panel, or its number in ${to("Find", places.find)}.`,
        says`A store sees its own part under ${to("EDI Interchanges", places.storeInterchanges)}.`,
      ],
      picture: {
        name: "thread",
        alt: "The thread of an order: what is expected next, and each line with what was ordered, confirmed and shipped.",
      },
    },
    {
      title: "A file that comes by mail",
      steps: [
        says`'Check a file' on ${to("EDI (Myer)", places.edi)} takes a file, or its text, and says what would become of it. Nothing is kept by the service.`,
        says`'Take it in' sends the same bytes, once. A file that was taken in before says so.`,
      ],
    },
  ],
};

const labels: GuidePage = {
  key: "labels",
  title: "Label printer",
  role: "PrintLabel",
  about: "Barcode and price labels by scanner, in batches or at a station, and shipments.",
  tasks: [
    {
      title: "Set up the workstation, once",
      steps: [
        says`${to("Set up this workstation", places.printSetup)} leads through the print service, its certificate and a test label.`,
        says`No printer here? ${to("Print stations", places.stations)} are workstations that print for others: choose one, and scan from any phone.`,
      ],
    },
    {
      title: "One label",
      steps: [
        says`On ${to("Print Label", places.labels)} scan the barcode, or type it and press Enter.`,
        says`Type how many of each size. The price is the store's own; one that you type says what it was.`,
        says`'Print Barcode'. The preview shows what the printer will print.`,
      ],
      picture: {
        name: "label",
        alt: "Print Label with a scanned shoe: its sizes with quantities, the price, and the label as it will print.",
      },
    },
    {
      title: "A batch, or label by label",
      steps: [
        says`'Gather a batch' on ${to("Print Label", places.labels)}: each scan adds a line, the same barcode one more. 'Print all' prints what was not handed over yet. Open Print Label for a print station ('Scan here' in its list), and the batch is that station's on every device: scan with a handheld, print at the PC.`,
        says`'Scan and print' prints one label a scan. A price of $0.00 asks first. 'Void' strikes the last one: throw that label away.`,
        says`Without a printer, take the batch as a file or as a sheet of A4 labels.`,
      ],
      picture: {
        name: "batch",
        alt: "A batch of labels: three scanned barcodes with product, price and quantity, and the buttons to print.",
      },
    },
    {
      title: "Labels with an old price",
      steps: [
        says`${to("Wrong labels", places.wrongLabels)} lists those whose product has another price by now. Print them again from there; after a file or a sheet, press 'I printed them'.`,
      ],
    },
    {
      title: "Has it left?",
      steps: [
        says`${to("Shipments", places.shipments)}: type the customer's order number. The lines of the page are added up above the table.`,
      ],
    },
  ],
  keys: [{ shown: "Enter", about: "In the barcode field: looks the barcode up, as a scanner does" }],
};

const store: GuidePage = {
  key: "store",
  title: "Store",
  role: "Store",
  about: "What left a store, and the lists of all stores.",
  tasks: [
    {
      title: "Has it left?",
      steps: [
        says`Choose the store in the side menu, or open ${to("Shipments", places.shipments)}.`,
        says`Type the customer's order number into 'Search by customer order #'. The lines of the page are added up above the table.`,
        says`'Download To Excel' saves these rows, or all that match.`,
      ],
      picture: {
        name: "shipments",
        alt: "Shipments of a store: docket, order, day, style, size, amount and quantity, with their sums above.",
      },
    },
    {
      title: "Look something up",
      steps: [
        says`Type a number, a code or a name into the field on top, or on ${to("Find", places.find)}.`,
        says`${to("Orders", places.orders)}, ${to("Returns and Exchanges", places.returns)} and the ${to("Product Master", places.master)} of all stores are open to everybody, to read.`,
        says`'Notes' in a record tell the office what you know of it.`,
      ],
    },
  ],
};

const admin: GuidePage = {
  key: "admin",
  title: "Admin",
  role: "Admin",
  about: "Everything the others do, and who is signed in, and who did what.",
  tasks: [
    {
      title: "Find out who did what",
      steps: [
        says`${to("Audit trail", places.audit)}: type a person, an order's number or a reference; narrow it by kind, outcome and days.`,
        says`A line that is not as it was written says so in place of its outcome.`,
        says`'Download To Excel' takes it away, and is written down itself.`,
      ],
      picture: {
        name: "audit",
        alt: "The audit trail: line, moment, person, action, record, outcome and address.",
      },
    },
    {
      title: "Somebody leaves, or loses a phone",
      steps: [
        says`${to("People signed in", places.people)} lists who has a session. 'End' ends all of a person's, and asks first.`,
        says`Disable the account at the identity provider too, where roles are given and taken. A role that is taken there is gone here within the hour.`,
        says`Everybody sees and ends their own under ${to("Your sessions", places.sessions)}.`,
      ],
      picture: {
        name: "people",
        alt: "People signed in: names, how many sessions, when last seen, and the way to end them.",
      },
    },
    {
      title: "Shared views",
      steps: [
        says`${to("Views", places.views)} shows you those of every role, so that what nobody looks after can be renamed or removed.`,
      ],
    },
    {
      title: "Who may do what",
      steps: [
        says`The list below is the whole of it: menus, pages, actions and spreadsheets go by it. Who is refused is told which roles open the page.`,
      ],
    },
  ],
};

/** Everything that staff read about their work (guide#pages), in the order of the list. */
export const guidePages: readonly GuidePage[] = [clerk, merchandiser, operator, labels, store, admin];
