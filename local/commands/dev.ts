// `npm run dev`: serves the product of `npm start`, with the site from its sources. A change shows in the browser at
// once.
import { runProduct } from "#local/product/lifetime.ts";
import { devService, getAddresses } from "#local/product/services.ts";
import { startStandIns } from "#local/product/stand-ins.ts";
import { createCommand, runCommand } from "./cli.ts";

/** Runs `npm run dev`: serves the site from its sources, with all stand-ins. */
const serveSources = () =>
  runProduct("npm run dev", async (product) => {
    const { settings, environment, launch } = product;
    const standIns = startStandIns(product);
    const siteReady = standIns.content.then(async () => {
      await launch(devService(settings, environment));
      // The first page compiles all of its modules. Do that before a user requests it.
      await fetch(getAddresses(settings).site);
    });
    const [password] = await Promise.all([standIns.password, siteReady]);
    product.announce(password);
  });

const command = createCommand("npm run dev", "Serves the product from its sources until Ctrl-C.");
await runCommand(command.action(serveSources));
